import { useState } from "react";
import TextField from "@mui/material/TextField";
import { send, showFlash } from "@/api";
import type { Schemas } from "@/api";
import { useT } from "@/i18n/use-t";
import { HOME_COUNTRY, shownNumber, storedNumber } from "@site/features/accounts/model/phone";
import { fieldsOf } from "../customers/AddCustomerDialog";
import { FormDialog } from "../customers/FormDialog";
import { PhoneField, noPhone } from "../phone";
import type { Phone } from "../phone";

interface Props {
  /** What is edited; nothing for a new number. */
  listed: Schemas["BlacklistedNumber"] | null;
  onClose: () => void;
  onSaved: () => void;
}

/** A telephone number for the list, with a memo. */
export function BlacklistDialog({ listed, onClose, onSaved }: Props) {
  const t = useT();
  const [phone, setPhone] = useState<Phone>(
    listed === null
      ? noPhone
      : { country: listed.phone_country, digits: shownNumber(listed.phone_local_number, listed.phone_country) },
  );
  const [memo, setMemo] = useState(listed?.internal_memo ?? "");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const save = async () => {
    setProblem(null);
    const missing = {
      ...(phone.digits === "" ? { phone_local_number: t("blacklist.phone_blank") } : {}),
      ...(phone.country === "" ? { phone_country: t("blacklist.country_blank") } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    const body = {
      phone_country: phone.country,
      phone_local_number: storedNumber(phone.digits, phone.country || HOME_COUNTRY),
      internal_memo: memo,
    };
    try {
      const { message } =
        listed === null
          ? await send("POST", "/owners/restaurant_blacklisted_phone_numbers", { body })
          : await send("PATCH", "/owners/restaurant_blacklisted_phone_numbers/{id}", {
              path: { id: String(listed.id) },
              body,
            });
      showFlash({ kind: "notice", message, sticky: false });
      onSaved();
    } catch (error) {
      setErrors(fieldsOf(error));
      setProblem(t("blacklist.failed"));
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title={t(listed === null ? "blacklist.add_title" : "blacklist.edit_title")}
      submit={t("console.save")}
      busy={busy}
      problem={problem}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <PhoneField
        label={t("blacklist.phone")}
        abroadLabel={t("blacklist.not_japan")}
        value={phone}
        error={errors.phone_local_number}
        countryError={errors.phone_country}
        onChange={setPhone}
      />
      <TextField
        label={t("blacklist.memo")}
        multiline
        minRows={2}
        value={memo}
        error={errors.internal_memo !== undefined}
        helperText={errors.internal_memo}
        onChange={(event) => setMemo(event.target.value)}
      />
    </FormDialog>
  );
}
