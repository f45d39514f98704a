import { clockOf, minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import { SOON, isPresent, isVisit } from "../service/steps";
import { isTaken, shareSeats, takenFrom } from "./blocks";
import type { CalendarItem } from "./blocks";

type Day = Pick<Schemas["OwnerDailyCalendarPage"], "items" | "columns">;

/** Returns the parties that are still present after their booked end, `now` in minutes since midnight. */
function overstayers(items: readonly CalendarItem[], now: number): CalendarItem[] {
  return items.filter((item) => isVisit(item) && isPresent(item.service) && minutesOf(item.end_time) <= now);
}

/** Returns the end of the column that contains a time, or of the last column if the time is later. */
function columnEnd({ columns }: Pick<Day, "columns">, now: number): number {
  const ends = columns.map(({ till }) => minutesOf(till));
  return ends.find((till) => now < till) ?? Math.max(0, ...ends);
}

/**
 * Returns the day with the seats of overstaying parties taken until the end of the current column, which keeps occupied
 * seats from being shown as free. Their blocks end there too, or earlier, where the next party has the seats.
 */
export function withOverstays<D extends Day>(day: D, now: number | null): D {
  if (now === null) return day;
  const until = columnEnd(day, now);
  const late = new Set(overstayers(day.items, now).filter(({ seats_until }) => minutesOf(seats_until) < until));
  if (late.size === 0) return day;
  return { ...day, items: day.items.map((item) => (late.has(item) ? withOverstay(item, day, until) : item)) };
}

function withOverstay(item: CalendarItem, { items }: Day, until: number): CalendarItem {
  const end = minutesOf(item.end_time);
  const others = items.filter((other) => isTaken(other) && shareSeats(item, other)).map(takenFrom);
  const drawn = Math.min(until, ...others.filter((from) => from >= end));
  const till = Math.max(drawn, minutesOf(item.rendered_till));
  return { ...item, rendered_till: clockOf(till), seats_until: clockOf(until) };
}

/** Returns the overstaying parties on seats for which a booking starts now or soon. */
export function findOverstays(
  items: readonly CalendarItem[],
  seatUids: readonly string[],
  start: string,
  now: number | null,
): CalendarItem[] {
  if (now === null || minutesOf(start) > now + SOON) return [];
  return overstayers(items, now).filter((item) => item.inventory_item_uids.some((uid) => seatUids.includes(uid)));
}
