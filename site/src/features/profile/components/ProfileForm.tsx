import type { ReactNode, RefObject, SyntheticEvent } from "react";
import { Button, Panel, Stack, WriteProblem } from "@/ui";
import type { useWrite } from "@/ui";
import styles from "./Security.module.css";

interface Props {
  title: string;
  lead: string;
  submit: string;
  /** The state of `useProfileForm`. */
  of: {
    saving: ReturnType<typeof useWrite>;
    form: RefObject<HTMLFormElement | null>;
    save: (event: SyntheticEvent) => Promise<void>;
  };
  children: ReactNode;
}

/** The frame of a form of the profile page. */
export function ProfileForm({ title, lead, submit, of: { saving, form, save }, children }: Props) {
  return (
    <Panel>
      <Stack>
        <h2>{title}</h2>
        <p>{lead}</p>
        <form ref={form} noValidate className={styles.form} onSubmit={(event) => void save(event)}>
          {children}
          {Object.keys(saving.fields).length === 0 && <WriteProblem write={saving} />}
          <div className={styles.buttons}>
            <Button type="submit" kind="primary" busy={saving.busy}>
              {submit}
            </Button>
          </div>
        </form>
      </Stack>
    </Panel>
  );
}
