import { useT } from "@/admin/i18n/use-t";
import { EditConflict } from "@/console/ui/forms";
import type { Theirs } from "@/console/ui/forms";

interface ConflictField {
  label: string;
  /** Formats a saved value. */
  text: (saved: unknown) => string;
  /** Puts the saved value into the form. */
  take: (saved: unknown) => void;
  /** The form shows the field and does not change it. */
  isShownOnly?: boolean;
}

interface Props {
  theirs: Theirs;
  /** The fields of the form, by the names of the server. */
  fields: Record<string, ConflictField>;
}

/** The edit conflicts of a form with its own state: for each field, the user chooses one value before the next save. */
export function FormConflicts({ theirs, fields }: Props) {
  const t = useT();
  return theirs.undecided.map((name) => {
    const field = fields[name];
    const saved = theirs.values[name];
    const take = () => {
      field?.take(saved);
      theirs.decide(name);
    };
    return (
      <EditConflict
        key={name}
        title={t("edits.changed", { label: field?.label ?? name })}
        saved={field?.text(saved) ?? ""}
        onKeepMine={field?.isShownOnly ? undefined : () => theirs.decide(name)}
        onTakeTheirs={take}
      />
    );
  });
}
