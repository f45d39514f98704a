import { useT } from "@/owner/i18n/use-t";
import { EditConflict } from "@/console/ui/forms";
import type { Decisions } from "./decisions";

interface Props<Draft> {
  form: Decisions<Draft>;
  /** Label of each field, and the text of its saved value. */
  fields: Record<keyof Draft, { label: string; saved: string }>;
}

/** Shows edit conflicts: for each field that another user has saved meanwhile, the user chooses one value first. */
export function ChangedMeanwhile<Draft>({ form, fields }: Props<Draft>) {
  const t = useT();
  return form.clashes.map((name) => (
    <EditConflict
      key={String(name)}
      title={t("drafts.changed", { label: fields[name].label })}
      saved={fields[name].saved}
      onKeepMine={() => form.keepMine(name)}
      onTakeTheirs={() => form.takeTheirs(name)}
    />
  ));
}
