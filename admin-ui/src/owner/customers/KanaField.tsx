import TextField from "@mui/material/TextField";
import { readingOf } from "@/console/ui/kana";
import { useT } from "@/owner/i18n/use-t";

interface Props {
  value: string;
  error?: string;
  onChange: (kana: string) => void;
}

/** The reading of a guest's name. Leaving the field shows it as it is stored, in katakana. */
export function KanaField({ value, error, onChange }: Props) {
  const t = useT();
  const stored = readingOf(value);
  return (
    <TextField
      label={t("customer_form.kana")}
      autoComplete="off"
      value={value}
      error={error !== undefined}
      helperText={error}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => stored !== value && onChange(stored)}
    />
  );
}
