import TextField from "@mui/material/TextField";
import { useT } from "@/owner/i18n/use-t";

interface Props {
  label: string;
  choices: string[];
  value: string;
  onChange: (value: string) => void;
}

/** Chooses a time of day from a list. */
export function TimeSelect({ label, choices, value, onChange }: Props) {
  const t = useT();
  return (
    <TextField
      select
      size="small"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { native: true }, htmlInput: { "aria-label": label } }}
      sx={{ flex: 1, maxWidth: 180 }}
    >
      <option value="">{t("slots.choose")}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </TextField>
  );
}
