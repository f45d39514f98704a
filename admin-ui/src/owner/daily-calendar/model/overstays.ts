import { clockOf, minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import { SOON, isSitting, isVisit } from "../service/steps";
import { isTaken, shareSeats, takenFrom } from "./blocks";
import type { CalendarItem } from "./blocks";

type Day = Pick<Schemas["OwnerDailyCalendarPage"], "items" | "columns">;

/** Parties that sit beyond their time, so many minutes from midnight. */
function overstayers(items: readonly CalendarItem[], now: number): CalendarItem[] {
  return items.filter((item) => isVisit(item) && isSitting(item.service) && minutesOf(item.end_time) <= now);
}

/** The end of the column that a time lies in; beyond the last one, that one's. */
function columnEnd({ columns }: Pick<Day, "columns">, now: number): number {
  const ends = columns.map(({ till }) => minutesOf(till));
  return ends.find((till) => now < till) ?? Math.max(0, ...ends);
}

/**
 * The day with whoever sits beyond their time on their seats up to the end of this column: a seat that is not free is not shown as
 * free. A block goes on until whoever has the seats after them, and as far as that otherwise.
 */
export function withOverstays<D extends Day>(day: D, now: number | null): D {
  if (now === null) return day;
  const until = columnEnd(day, now);
  const late = new Set(overstayers(day.items, now).filter(({ seats_until }) => minutesOf(seats_until) < until));
  if (late.size === 0) return day;
  return { ...day, items: day.items.map((item) => (late.has(item) ? sittingOn(item, day, until) : item)) };
}

function sittingOn(item: CalendarItem, { items }: Day, until: number): CalendarItem {
  const end = minutesOf(item.end_time);
  const others = items.filter((other) => isTaken(other) && shareSeats(item, other)).map(takenFrom);
  const drawn = Math.min(until, ...others.filter((from) => from >= end));
  const till = Math.max(drawn, minutesOf(item.rendered_till));
  return { ...item, rendered_till: clockOf(till), seats_until: clockOf(until) };
}

/** Who sits on the seats beyond their time, of whoever is to have them from a time on that is now or soon. */
export function stillSitting(
  items: readonly CalendarItem[],
  seatUids: readonly string[],
  start: string,
  now: number | null,
): CalendarItem[] {
  if (now === null || minutesOf(start) > now + SOON) return [];
  return overstayers(items, now).filter((item) => item.inventory_item_uids.some((uid) => seatUids.includes(uid)));
}
