import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import { send, useMayWrite, useShell } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useAsk, useNoticedWrite, useUndo } from "@/console/ui";
import { formatDate } from "@seki/shared/civil-time";
import { stayingText } from "./staying";

export interface ClosedSwitchProps {
  /** YYYY-MM-DD */
  date: string;
  isClosed: boolean;
  /** Id of the day's record, if it has one. */
  calendarDateId: number | null;
  onChanged: () => void;
}

/**
 * A switch that is on while the day is open. It closes a day immediately and shows the reservations that stay; before
 * it opens one, it warns that bookings may arrive (owner §4). Both can be undone.
 */
export function ClosedSwitch({ date, isClosed, calendarDateId, onChanged }: ClosedSwitchProps) {
  const t = useT();
  const ask = useAsk();
  const { offer } = useUndo();
  const { locale } = useShell();
  const { busy, write } = useNoticedWrite();
  const mayTurn = useMayWrite("office");
  const days = formatDate(date, locale);
  const undoTo = (is_closed: boolean) => async () => {
    if (await write(() => setClosed(date, calendarDateId, is_closed))) onChanged();
  };
  const turn = async () => {
    if (
      isClosed &&
      !(await ask({ title: t("days.ask_open"), text: t("days.ask_open_text"), agree: t("days.bulk_open") }))
    )
      return;
    await write(async () => {
      const staying = stayingText(await setClosed(date, calendarDateId, !isClosed), t);
      const message = isClosed ? t("days.was_opened", { days }) : t("days.was_closed", { days, staying });
      offer({ message, undo: undoTo(isClosed) });
      onChanged();
    });
  };
  return (
    <FormControlLabel
      control={
        <Switch
          checked={!isClosed}
          disabled={busy || !mayTurn}
          onChange={() => void turn()}
          slotProps={{ input: { "aria-label": t("days.open_switch", { date: days }) } }}
        />
      }
      label={t(isClosed ? "days.closed" : "days.open")}
    />
  );
}

function setClosed(date: string, id: number | null, is_closed: boolean): Promise<Schemas["DayWritten"]> {
  if (id === null) {
    const body = { restaurant_calendar_date: { date, is_closed } };
    return send("POST", "/owners/api/restaurant_calendar_dates/create_is_closed", { body });
  }
  const call = { path: { id: String(id) }, body: { restaurant_calendar_date: { is_closed } } };
  return send("PUT", "/owners/api/restaurant_calendar_dates/{id}/update_is_closed", call);
}
