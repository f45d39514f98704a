import { useEffect, useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { refusalOf } from "@/console/app/data-provider";
import type { Refusal } from "@/console/app/data-provider";
import { useT } from "@/console/i18n/use-t";

interface Field {
  name: string;
  label: string;
  type?: "password" | "email" | "text";
  autoComplete: string;
  hint?: string;
}

interface Props {
  fields: Field[];
  submit: string;
  /** It has just been asked for: its first field gets the focus. */
  takesFocus?: boolean;
  /** Goes back to what was there before. */
  onCancel?: () => void;
  /** A refusal that it throws is shown, and the form stays. */
  onSubmit: (values: Record<string, string>) => Promise<void>;
}

/** A few required fields and one button; the server's refusals stand beside them. */
export function FieldsForm({ fields, submit, takesFocus = false, onCancel, onSubmit }: Props) {
  const t = useT();
  const [values, setValues] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector("input")?.focus();
  }, [takesFocus]);

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    try {
      await onSubmit(values);
      setValues({});
    } catch (error) {
      setRefusal(refusalOf(error, t("console.network_error")));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Box ref={form} component="form" onSubmit={(event) => void send(event)} sx={{ display: "grid", gap: 2 }}>
      {refusal !== null && (
        <Alert severity="error" role="alert">
          {refusal.message}
        </Alert>
      )}
      {fields.map(({ name, label, type = "text", autoComplete, hint }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          type={type}
          autoComplete={autoComplete}
          required
          value={values[name] ?? ""}
          error={refusal?.fields[name] !== undefined}
          helperText={refusal?.fields[name] ?? hint}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button type="submit" variant="contained" loading={busy}>
          {submit}
        </Button>
        {onCancel !== undefined && (
          <Button disabled={busy} onClick={onCancel}>
            {t("console.cancel")}
          </Button>
        )}
      </Box>
    </Box>
  );
}
