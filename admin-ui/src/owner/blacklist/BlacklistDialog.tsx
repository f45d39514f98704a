import { useState } from "react";
import { CreateBase, EditBase, HttpError, required, useDataProvider, useInput, useRecordContext } from "ra-core";
import { TextInput } from "react-admin";
import { showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { errorText } from "@/console/ui";
import { RecordDialog, errorOf, useTheirs } from "@/console/ui/forms";
import type { Theirs } from "@/console/ui/forms";
import { HOME_COUNTRY, shownNumber, storedNumber } from "@seki/shared/phone";
import { PhoneField } from "../phone";
import { ChangedMemo } from "./ChangedMemo";
import { ChangedNumber } from "./ChangedNumber";

type Listed = Schemas["BlacklistedNumber"];

export const BLACKLIST = "restaurant_blacklisted_phone_numbers";

function stored({ phone_country, phone_local_number, internal_memo }: Partial<Listed>) {
  const local = storedNumber(phone_local_number ?? "", phone_country || HOME_COUNTRY);
  return { phone_country, phone_local_number: local, internal_memo: internal_memo ?? "" };
}

interface Props {
  /** The edited entry; null for a new number. */
  id: number | null;
  onClose: () => void;
}

/**
 * Returns the changed fields, and the number and the memo that the user knows. An unchanged number is left out, because
 * a colleague may have changed it meanwhile. Without any change the memo is sent as it is: the server rejects a change
 * without a field.
 */
function changed(typed: Partial<Listed>, listed: Listed, seen: string, seenNumber: object) {
  const { internal_memo, ...number } = stored(typed);
  const before = stored(listed);
  const isSameNumber =
    number.phone_country === before.phone_country && number.phone_local_number === before.phone_local_number;
  const memo = { internal_memo, expected_internal_memo: seen };
  if (isSameNumber) return memo;
  const { phone_country, phone_local_number } = listed;
  const change = { ...number, expected: { phone_country, phone_local_number, ...seenNumber } };
  return internal_memo === seen ? change : { ...change, ...memo };
}

/**
 * Adds or edits a phone number of the blacklist, with a memo. If a colleague has changed the memo meanwhile, the user
 * chooses one of the two texts, and the same for the number.
 */
export function BlacklistDialog({ id, onClose }: Props) {
  const t = useT();
  const dataProvider = useDataProvider();
  const [problem, setProblem] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<{ memo: string; isDecided: boolean } | null>(null);
  const numbers = useTheirs();
  const fail = () => setProblem(t("blacklist.failed"));
  const seenIn = ({ internal_memo }: Listed) => (theirs?.isDecided ? theirs.memo : internal_memo);
  const shared = {
    resource: BLACKLIST,
    mutationMode: "pessimistic" as const,
    redirect: false as const,
    disableAuthentication: true,
    transform: (typed: Partial<Listed>, { previousData }: { previousData?: Listed } = {}) =>
      previousData ? changed(typed, previousData, seenIn(previousData), numbers.values) : stored(typed),
    mutationOptions: {
      onMutate: () => setProblem(null),
      onSuccess: () => {
        showFlash({ kind: "notice", message: t(id === null ? "blacklist.added" : "blacklist.changed"), sticky: false });
        onClose();
      },
      onError: (error: unknown) => {
        if (numbers.read(error)) return;
        if (id === null || !(error instanceof HttpError) || error.status !== 409) return fail();
        const reading = dataProvider.getOne<Listed>(BLACKLIST, { id });
        void reading.then(({ data }) => setTheirs({ memo: data.internal_memo, isDecided: false }), fail);
      },
    },
  };
  const failToOpen = (error: unknown) => {
    showFlash({ kind: "alert", message: errorText(error, t), sticky: false });
    onClose();
  };
  const form = (
    <NumberForm
      title={t(id === null ? "blacklist.add_title" : "blacklist.edit_title")}
      problem={problem}
      undecided={theirs === null || theirs.isDecided ? null : theirs.memo}
      onDecide={() => setTheirs(theirs && { ...theirs, isDecided: true })}
      numbers={numbers}
      onClose={onClose}
    />
  );
  if (id === null) return <CreateBase {...shared}>{form}</CreateBase>;
  return (
    <EditBase {...shared} id={id} loading={<></>} redirectOnError={false} queryOptions={{ onError: failToOpen }}>
      {form}
    </EditBase>
  );
}

interface FormProps {
  title: string;
  problem: string | null;
  /** The memo of a colleague that the user must decide about. */
  undecided: string | null;
  onDecide: () => void;
  /** The number of a colleague. */
  numbers: Theirs;
  onClose: () => void;
}

function NumberForm({ title, problem, undecided, onDecide, numbers, onClose }: FormProps) {
  const t = useT();
  const listed = useRecordContext<Listed>();
  const shown = listed && {
    ...listed,
    phone_local_number: shownNumber(listed.phone_local_number, listed.phone_country),
  };
  return (
    <RecordDialog
      title={title}
      problem={problem}
      disabled={undecided !== null || numbers.undecided.length > 0}
      onClose={onClose}
      {...(shown ? { record: shown } : {})}
    >
      <PhoneInput />
      {listed && numbers.undecided.length > 0 && <ChangedNumber listed={listed} theirs={numbers} />}
      <TextInput source="internal_memo" label={t("blacklist.memo")} multiline minRows={2} helperText={false} />
      {undecided !== null && <ChangedMemo theirs={undecided} onDecide={onDecide} />}
    </RecordDialog>
  );
}

function PhoneInput() {
  const t = useT();
  const country = useInput<string>({
    source: "phone_country",
    defaultValue: HOME_COUNTRY,
    validate: required(t("blacklist.country_blank")),
  });
  const local = useInput<string>({ source: "phone_local_number", validate: required(t("blacklist.phone_blank")) });
  return (
    <PhoneField
      label={t("blacklist.phone")}
      abroadLabel={t("blacklist.not_japan")}
      value={{ country: country.field.value, digits: local.field.value }}
      error={errorOf(local)}
      countryError={errorOf(country)}
      onChange={(phone) => {
        country.field.onChange(phone.country);
        local.field.onChange(phone.digits);
      }}
    />
  );
}
