import Alert from "@mui/material/Alert";
import { useQuery } from "@tanstack/react-query";
import { useT } from "@/owner/i18n/use-t";
import { guestNotes } from "../customers/notes/guest-notes";
import { visitsOn } from "./model";
import type { Calendar } from "./model";

/** Warns before a second booking for a guest who has one on this day already. */
export function SameDay({ uid, calendar }: { uid: string; calendar: Calendar }) {
  const t = useT();
  const { data: guest } = useQuery(guestNotes(uid));
  return visitsOn(calendar, guest?.visits ?? []).map(({ uid: own, time, guests, seats }) => (
    <Alert key={own} severity="warning">
      {t("reservation_dialog.same_day", { time, seats, guests: t("console.guests", { count: guests }) })}
    </Alert>
  ));
}
