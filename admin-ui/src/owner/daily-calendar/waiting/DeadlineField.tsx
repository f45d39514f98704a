import TextField from "@mui/material/TextField";
import { useT } from "@/owner/i18n/use-t";
import type { Translate } from "@/owner/i18n/use-t";
import type { Deadline } from "./model";

interface Props {
  choices: readonly Deadline[];
  /** In minutes. */
  value: number | null;
  onChange: (minutes: number) => void;
}

/** Until when an offer holds its seats: durations, each with the time at which it ends. */
export function DeadlineField({ choices, value, onChange }: Props) {
  const t = useT();
  return (
    <TextField
      select
      label={t("waiting.deadline")}
      value={value ?? ""}
      onChange={({ target }) => onChange(Number(target.value))}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {choices.map((choice) => (
        <option key={choice.minutes} value={choice.minutes}>
          {textOf(choice, t)}
        </option>
      ))}
    </TextField>
  );
}

function textOf({ minutes, time, isStart }: Deadline, t: Translate): string {
  if (isStart) return t("waiting.deadline_start", { time });
  if (minutes < 60) return t("waiting.deadline_minutes", { count: minutes, time });
  const hours = minutes / 60;
  return hours < 24 ? t("waiting.deadline_hours", { count: hours, time }) : t("waiting.deadline_tomorrow", { time });
}
