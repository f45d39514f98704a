import { useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { send, showFlash } from "@/api";
import type { ProfilePage } from "@/api";
import { useStoredState } from "@/drafts";
import { Button, Checkbox, Panel, Stack, TextAreaField, WriteProblem, useFocusFirstInvalid, useWrite } from "@/ui";
import styles from "./Security.module.css";

const MAX_LENGTH = 500;

type Preferences = Pick<ProfilePage, "allergy_description" | "dislikes">;

/** Allergies, with a checkbox, and dislikes (diner §2). */
export function PreferencesPanel({ saved }: { saved: Preferences }) {
  const { t } = useTranslation();
  const [before, setBefore] = useState({ has_allergy: saved.allergy_description !== "", ...saved });
  const [values, setValues] = useStoredState("profile", before);
  const saving = useWrite();
  const { fields } = saving;
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(form, attempts);

  // Text is never truncated: a text that is too long gets an error, and can be shortened.
  const tooLong = (text: string) =>
    [...text.trim()].length > MAX_LENGTH ? t("review.delivery.error.too_long", { count: MAX_LENGTH }) : undefined;
  const limit = t("review.delivery.at_most", { count: MAX_LENGTH });
  const { has_allergy: hasAllergy, allergy_description: allergy, dislikes } = values;

  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if ((hasAllergy && tooLong(allergy)) || tooLong(dislikes)) return setAttempts(attempts + 1);
    const isDone = await saving.write(async () => {
      const { message } = await send("PATCH", "/users/profile", { body: { profile: values } });
      setBefore(values);
      showFlash({ kind: "notice", message, sticky: false });
    });
    if (!isDone) setAttempts(attempts + 1);
  };

  return (
    <Panel>
      <Stack>
        <h2>{t("profile_preferences.title")}</h2>
        <p>{t("profile_preferences.lead")}</p>
        <form ref={form} noValidate className={styles.form} onSubmit={(event) => void save(event)}>
          <Checkbox
            label={t("profile_preferences.has_allergy")}
            checked={hasAllergy}
            onChange={(event) => setValues({ ...values, has_allergy: event.target.checked })}
          />
          {hasAllergy && (
            <TextAreaField
              label={t("profile_preferences.allergy_description")}
              mandatory
              rows={3}
              hint={limit}
              value={allergy}
              error={tooLong(allergy) ?? fields.allergy_description}
              onChange={(event) => setValues({ ...values, allergy_description: event.target.value })}
            />
          )}
          <TextAreaField
            label={t("profile_preferences.dislikes")}
            rows={3}
            hint={limit}
            value={dislikes}
            error={tooLong(dislikes) ?? fields.dislikes}
            onChange={(event) => setValues({ ...values, dislikes: event.target.value })}
          />
          {Object.keys(fields).length === 0 && <WriteProblem write={saving} />}
          <div className={styles.buttons}>
            <Button type="submit" kind="primary" busy={saving.busy}>
              {t("profile_preferences.save")}
            </Button>
          </div>
        </form>
      </Stack>
    </Panel>
  );
}
