import { useFormContext } from "react-hook-form";
import { useT } from "@/owner/i18n/use-t";
import { EditConflict } from "@/console/ui/forms";
import type { Theirs } from "@/console/ui/forms";
import { shownNumber } from "@seki/shared/phone";

interface PhoneFields {
  phone_country: string;
  phone_local_number: string;
}

interface Props {
  /** The entry that the form was opened with. */
  listed: PhoneFields;
  theirs: Theirs;
}

/** Lets the user choose between their own number in the surrounding form and the number of a colleague. */
export function ChangedNumber({ listed, theirs }: Props) {
  const t = useT();
  const { setValue } = useFormContext<PhoneFields>();
  const { phone_country, phone_local_number }: PhoneFields = { ...listed, ...theirs.values };
  const shown = shownNumber(phone_local_number, phone_country);
  const decide = () => theirs.undecided.forEach(theirs.decide);
  const take = () => {
    setValue("phone_country", phone_country, { shouldDirty: true });
    setValue("phone_local_number", shown, { shouldDirty: true });
    decide();
  };
  const title = t("drafts.changed", { label: t("blacklist.phone") });
  return <EditConflict title={title} saved={shown} onKeepMine={decide} onTakeTheirs={take} />;
}
