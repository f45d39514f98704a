import { createContext, useContext, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from "react";
import type { Schemas } from "@/owner/api";
import { useUndo } from "@/console/ui";
import { usePage } from "@/owner/navigation";
import { useT } from "@/owner/i18n/use-t";
import { currentNotes, discardSent, isFloorCached, onNotes, sendNotes, markCurrent } from "../../offline";
import type { Notes } from "../../offline";
import type { Connection } from "../live/connection";
import { useMinuteOfDay } from "../live/use-now";
import { withOverstays } from "../model/overstays";
import { useDrafts } from "../../drafts";
import { withDrafts, withNotes } from "./overlay";

type Day = Schemas["OwnerDailyCalendarPage"];

/** The day of the offline notes, and whether they can be sent now. */
export interface OfflineState {
  isDisconnected: boolean;
  day: Pick<Day, "date" | "inventory_groups">;
}

export const OfflineContext = createContext<OfflineState>({
  isDisconnected: false,
  day: { date: "", inventory_groups: [] },
});

export function useOffline(): OfflineState {
  return useContext(OfflineContext);
}

export function useNotes(): Notes {
  return useSyncExternalStore(onNotes, currentNotes);
}

/** Reports whether the floor plan of the day can be shown offline: this device has opened it before. */
export function useIsFloorCached(date: string, isDisconnected: boolean): boolean {
  const { session } = usePage<"owner_daily_calendar">();
  const { slug } = session.restaurant;
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (!isDisconnected) return undefined;
    let isOver = false;
    const answer = (found: boolean) => !isOver && setKept(found);
    isFloorCached(slug, date).then(answer, () => answer(false));
    return () => {
      isOver = true;
    };
  }, [slug, date, isDisconnected]);
  return isKept;
}

/**
 * Returns the day with unsent notes, with marks on parties with unsaved input, and with the seats of overstaying
 * parties taken until now.
 */
export function useNotedDay(day: Day): Day {
  const t = useT();
  const { session } = usePage<"owner_daily_calendar">();
  const { waiting, sent } = useNotes();
  const zone = session.restaurant.time_zone;
  const drafts = useDrafts();
  const noted = useMemo(() => withNotes(day, [...sent, ...waiting], zone, t), [day, sent, waiting, zone, t]);
  const now = useMinuteOfDay(day.date, zone);
  const sitting = useMemo(() => withOverstays(noted, now), [noted, now]);
  return useMemo(() => withDrafts(sitting, drafts), [sitting, drafts]);
}

/** Withdraws the offer to undo a note that the server rejected: nothing was recorded, and staff decide in the list. */
export function useRejectedNotes(): void {
  const { waiting } = useNotes();
  const { withdraw } = useUndo();
  useEffect(() => {
    for (const { key, problem } of waiting) if (problem !== null) withdraw(key);
  }, [waiting, withdraw]);
}

/**
 * Sends the waiting notes when the page is connected, and reads the changed day afterwards. Until then sent notes
 * remain on the screen.
 */
export function useSending(date: string, connection: Connection, refresh: () => Promise<boolean>): void {
  const { session } = usePage<"owner_daily_calendar">();
  const { sent } = useNotes();
  const { slug } = session.restaurant;
  const isDisconnected = connection.state === "offline";
  const lost = useEffectEvent(() => void markCurrent(slug, date, connection.asOf).catch(() => undefined));
  useEffect(() => {
    if (isDisconnected) lost();
    else void sendNotes();
  }, [isDisconnected]);
  const read = useEffectEvent(() => void refresh().then((hasCome) => hasCome && discardSent(sent)));
  useEffect(() => {
    if (sent.length > 0 && !isDisconnected) read();
  }, [sent, isDisconnected]);
}
