import TextField from "@mui/material/TextField";

interface Props<V extends string | number> {
  label: string;
  value: V;
  choices: readonly (readonly [value: V, text: string])[];
  onChange: (value: V) => void;
  disabled?: boolean;
}

/** A native select of a few values. */
export function Choice<V extends string | number>({ label, value, choices, onChange, disabled = false }: Props<V>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => {
        const chosen = choices.find(([known]) => String(known) === event.target.value);
        if (chosen) onChange(chosen[0]);
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {choices.map(([known, text]) => (
        <option key={known} value={known}>
          {text}
        </option>
      ))}
    </TextField>
  );
}
