import TextField from "@mui/material/TextField";
import { useT } from "@/console/i18n/use-t";
import { ProofField } from "./ProofField";
import type { JustificationForm } from "./justification";

interface Props {
  form: JustificationForm;
  /** Rejections of the server, by field. */
  fields: Readonly<Record<string, string>>;
  onChange: (form: JustificationForm) => void;
}

/** The reason of a privileged action, and the proof of identity. */
export function JustificationFields({ form, fields, onChange }: Props) {
  const t = useT();
  return (
    <>
      <TextField
        label={t("security.reason")}
        name="reason"
        required
        multiline
        minRows={2}
        value={form.reason}
        error={fields["reason"] !== undefined}
        helperText={fields["reason"] ?? t("security.reason_hint")}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        onChange={(event) => onChange({ ...form, reason: event.target.value })}
      />
      <ProofField
        proof={form.proof}
        isByCode={form.isByCode}
        problem={fields["code"] ?? fields["current_password"]}
        onChange={(change) => onChange({ ...form, ...change })}
      />
    </>
  );
}
