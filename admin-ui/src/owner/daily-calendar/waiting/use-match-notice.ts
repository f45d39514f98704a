import { useEffect, useEffectEvent, useRef } from "react";
import { showFlash, useMayWrite, withdrawFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { matchesOf, newMatches, seatsTextOf } from "./model";
import type { Match } from "./model";
import { useOpenEntries } from "./use-open-entries";

/** The notice of a party: its text, and the party and seats that it names. */
interface Notice {
  message: string;
  key: string;
}

/**
 * Notifies staff of seats that became free for a waiting party of the day. The notice ends when the party no longer
 * waits or these seats are no longer free for it, and with the page, because only the page follows the list. Other
 * seats replace it, so that each party has one notice.
 */
export function useMatchNotice(day: Pick<Schemas["OwnerDailyCalendarPage"], "waiting">): void {
  const t = useT();
  const mayWrite = useMayWrite("floor");
  const entries = useOpenEntries(day);
  const before = useRef(entries);
  // By the uid of the entry.
  const notices = useRef(new Map<string, Notice>());
  const show = useEffectEvent(({ entry, seat, key }: Match) => {
    if (!mayWrite) return;
    const message = t("waiting.match", {
      name: entry.customer_name || t("reservation_dialog.nameless"),
      guests: t("console.guests", { count: entry.guests_count }),
      time: seat.start_time,
      seats: seatsTextOf(seat, t),
    });
    notices.current.set(entry.uid, { message, key });
    showFlash({ kind: "notice", message, sticky: true });
  });
  useEffect(() => {
    const matches = new Map(matchesOf(entries).map((match) => [match.entry.uid, match]));
    for (const [uid, notice] of notices.current) {
      const match = matches.get(uid);
      if (match?.key === notice.key) continue;
      notices.current.delete(uid);
      withdrawFlash(notice.message);
      if (match) show(match);
    }
    for (const match of newMatches(before.current, entries)) {
      if (!notices.current.has(match.entry.uid)) show(match);
    }
    before.current = entries;
  }, [entries]);
  useEffect(() => {
    const shown = notices.current;
    return () => {
      for (const { message } of shown.values()) withdrawFlash(message);
      shown.clear();
    };
  }, []);
}
