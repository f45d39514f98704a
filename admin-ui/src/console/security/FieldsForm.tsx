import { useEffect, useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useWrite } from "@/console/ui";
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
  /** Focuses the first field, because the form was just opened. */
  takesFocus?: boolean;
  /** Closes the form. */
  onCancel?: () => void;
  /** Sends the values. A rejection that it throws is shown, and the form stays. */
  onSubmit: (values: Record<string, string>) => Promise<void>;
}

/** A few required fields and one button. The server's rejections are shown next to the fields. */
export function FieldsForm({ fields, submit, takesFocus = false, onCancel, onSubmit }: Props) {
  const t = useT();
  const [values, setValues] = useState<Record<string, string>>({});
  const { busy, problem, fields: refused, write } = useWrite();

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector("input")?.focus();
  }, [takesFocus]);

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (await write(() => onSubmit(values))) setValues({});
  };

  return (
    <Box ref={form} component="form" onSubmit={(event) => void send(event)} sx={{ display: "grid", gap: 2 }}>
      {problem !== null && (
        <Alert severity="error" role="alert">
          {problem}
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
          error={refused[name] !== undefined}
          helperText={refused[name] ?? hint}
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
