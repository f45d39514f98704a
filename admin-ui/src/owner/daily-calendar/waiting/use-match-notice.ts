import { useEffect, useEffectEvent, useRef } from "react";
import { showFlash, useMayWrite } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { newMatches, seatsTextOf } from "./model";
import type { Match, WaitingEntry } from "./model";

/** Notifies staff of seats that became free for a waiting party of the day, once for each party and seats. */
export function useMatchNotice({ waiting }: Pick<Schemas["OwnerDailyCalendarPage"], "waiting">): void {
  const t = useT();
  const mayWrite = useMayWrite("floor");
  const before = useRef<readonly WaitingEntry[]>(waiting);
  const shown = useRef(new Set<string>());
  const show = useEffectEvent(({ entry, seat, key }: Match) => {
    if (!mayWrite || shown.current.has(key)) return;
    shown.current.add(key);
    const message = t("waiting.match", {
      name: entry.customer_name || t("reservation_dialog.nameless"),
      guests: t("console.guests", { count: entry.guests_count }),
      time: seat.start_time,
      seats: seatsTextOf(seat),
    });
    showFlash({ kind: "notice", message, sticky: true });
  });
  useEffect(() => {
    for (const match of newMatches(before.current, waiting)) show(match);
    before.current = waiting;
  }, [waiting]);
}
