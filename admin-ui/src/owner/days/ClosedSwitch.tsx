import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import { send, useShell } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useAsk } from "@/console/ui";
import { formatDate } from "@seki/shared/civil-time";
import { useWrite } from "./use-write";

export interface ClosedSwitchProps {
  /** YYYY-MM-DD */
  date: string;
  isClosed: boolean;
  /** The number of the day's record, when it has one. */
  calendarDateId: number | null;
  onChanged: () => void;
}

/** Closes a day at once; before it opens one, it warns that bookings may come in (owner §4). */
export function ClosedSwitch({ date, isClosed, calendarDateId, onChanged }: ClosedSwitchProps) {
  const t = useT();
  const ask = useAsk();
  const { locale } = useShell();
  const { busy, write } = useWrite();
  const turn = async () => {
    if (
      isClosed &&
      !(await ask({ title: t("days.ask_open"), text: t("days.ask_open_text"), agree: t("days.bulk_open") }))
    )
      return;
    if (await write(() => setClosed(date, calendarDateId, !isClosed))) onChanged();
  };
  return (
    <FormControlLabel
      control={
        <Switch
          color="secondary"
          checked={isClosed}
          disabled={busy}
          onChange={() => void turn()}
          slotProps={{ input: { "aria-label": t("days.closed_switch", { date: formatDate(date, locale) }) } }}
        />
      }
      label={t(isClosed ? "days.closed" : "days.open")}
    />
  );
}

function setClosed(date: string, id: number | null, is_closed: boolean): Promise<unknown> {
  if (id === null) {
    const body = { restaurant_calendar_date: { date, is_closed } };
    return send("POST", "/owners/api/restaurant_calendar_dates/create_is_closed", { body });
  }
  const call = { path: { id: String(id) }, body: { restaurant_calendar_date: { is_closed } } };
  return send("PUT", "/owners/api/restaurant_calendar_dates/{id}/update_is_closed", call);
}
