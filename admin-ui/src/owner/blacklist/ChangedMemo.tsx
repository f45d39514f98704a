import { useFormContext } from "react-hook-form";
import { useT } from "@/owner/i18n/use-t";
import { ChangedMeanwhile } from "../drafts";

interface Props {
  /** The memo that a colleague has saved meanwhile. */
  theirs: string;
  onDecide: () => void;
}

/** Lets the user choose between their own memo in the surrounding form and the memo of a colleague. */
export function ChangedMemo({ theirs, onDecide }: Props) {
  const t = useT();
  const { setValue } = useFormContext<{ internal_memo: string }>();
  const takeTheirs = () => {
    setValue("internal_memo", theirs, { shouldDirty: true });
    onDecide();
  };
  return (
    <ChangedMeanwhile<{ internal_memo: string }>
      form={{ clashes: ["internal_memo"], keepMine: onDecide, takeTheirs }}
      fields={{ internal_memo: { label: t("blacklist.memo"), saved: theirs } }}
    />
  );
}
