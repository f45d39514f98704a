import { minutesOf } from "@/console/ui/times";
import { isOver, isTaken, takenFrom, takenTill } from "../../daily-calendar/model/blocks";
import type { CalendarItem } from "../../daily-calendar/model/blocks";
import { SOON, isPresent, isSeated, isVisit } from "../../daily-calendar/service/steps";
import type { LateItems } from "../../daily-calendar/service/steps";
import { boundsOf } from "./plan";
import type { Rect, Table } from "./plan";

/** The moment of the day that the floor shows. */
export interface Moment {
  /** Minutes since midnight. */
  at: number;
  /** Whether it is the present. Then recorded service steps have priority over booked times. */
  isNow: boolean;
}

/** A table, or adjacent tables of one party, which are drawn and pressed as one. */
export interface Place extends Rect {
  tables: readonly Table[];
  party: CalendarItem | null;
  /** The next party of the tables. */
  next: CalendarItem | null;
}

/** Minutes before its start from which an arrived party is shown at its table. Earlier it waits elsewhere. */
const EARLIEST = 30;

const startOf = (item: CalendarItem) => minutesOf(item.start_time);

/** Returns the end of an item's use of its seats: a party that has left or did not come has released them. */
const endOf = (item: CalendarItem) => (isOver(item) ? takenTill(item) : minutesOf(item.end_time));

function latest(items: readonly CalendarItem[]): CalendarItem | undefined {
  return items.toSorted((one, other) => startOf(other) - startOf(one))[0];
}

/**
 * Returns the party of a table. In order of priority: the seated party; a party that has arrived, unless it is much too
 * early; the party that booked it for now or has left early; the party that comes soon. However long a party booked, it
 * has the table until it leaves: of several that have arrived, the first one.
 */
export function partyAt(items: readonly CalendarItem[], { at, isNow }: Moment): CalendarItem | null {
  const booked = items.filter((item) => takenFrom(item) <= at && at < endOf(item));
  const stays = latest(booked.filter((item) => !isOver(item))) ?? latest(booked) ?? null;
  if (!isNow) return stays;
  const sits = latest(items.filter(({ service }) => isSeated(service)));
  const isHere = (item: CalendarItem) => item.service.state === "arrived" && startOf(item) <= at + EARLIEST;
  const here = items.filter(isHere).toSorted((one, other) => startOf(one) - startOf(other))[0];
  const isDue = (item: CalendarItem) => item.service.state === null && at < startOf(item) && startOf(item) <= at + SOON;
  const found = sits ?? here ?? (stays && !isOver(stays) ? stays : null);
  return found ?? items.find(isDue) ?? stays;
}

/** Returns the next party of a table: the first that is still to come. */
export function nextAt(
  items: readonly CalendarItem[],
  party: CalendarItem | null,
  { at, isNow }: Moment,
): CalendarItem | null {
  const isToCome = (item: CalendarItem) => {
    if (!isNow) return startOf(item) > at;
    return at < minutesOf(item.end_time) && !isOver(item) && !isSeated(item.service);
  };
  const coming = items.filter((item) => item.uid !== party?.uid && isToCome(item));
  return coming.toSorted((one, other) => startOf(one) - startOf(other))[0] ?? null;
}

/**
 * Returns the places to draw: each table, except that adjacent tables of one party are joined if they form a rectangle.
 */
export function placesOf(tables: readonly Table[], items: readonly CalendarItem[], moment: Moment): Place[] {
  const taken = items.filter(isTaken);
  const places: Place[] = [];
  for (const table of tables) {
    const own = taken.filter((item) => item.inventory_item_uids.includes(table.row.seat.uid));
    const party = partyAt(own, moment);
    const next = nextAt(own, party, moment);
    const place: Place = { ...rectOf(table), tables: [table], party, next };
    const joined = party && places.findIndex((other) => other.party?.uid === party.uid && isWhole(other, place));
    const before = joined === null ? undefined : places[joined];
    if (joined !== null && before) places[joined] = together(before, place);
    else places.push(place);
  }
  return places;
}

function rectOf({ x, y, width, height }: Rect): Rect {
  return { x, y, width, height };
}

/** Reports whether both form a rectangle without a gap. */
function isWhole(one: Rect, other: Rect): boolean {
  const around = boundsOf([one, other]);
  return around !== null && around.width * around.height === one.width * one.height + other.width * other.height;
}

function together(one: Place, other: Place): Place {
  const next = [one.next, other.next].filter((item) => item !== null);
  const [first = null] = next.toSorted((a, b) => startOf(a) - startOf(b));
  const rect = boundsOf([one, other]) ?? rectOf(one);
  return { ...one, ...rect, tables: [...one.tables, ...other.tables], next: first };
}

/**
 * Returns awaited parties whose time is over. No table shows them any more, and staff must record whether they came.
 */
export function missedOf(items: readonly CalendarItem[], late: LateItems, { at, isNow }: Moment): CalendarItem[] {
  const missed = items.filter(
    ({ uid, end_time, service }) => late.has(uid) && service.state === null && minutesOf(end_time) <= at,
  );
  return isNow ? missed.toSorted((one, other) => startOf(one) - startOf(other)) : [];
}

/**
 * Returns parties past their time without a recorded departure whose tables all show a later party. Staff must record
 * that they have left.
 */
export function replacedOf(items: readonly CalendarItem[], moment: Moment): CalendarItem[] {
  if (!moment.isNow) return [];
  const taken = items.filter(isTaken);
  const isShown = (item: CalendarItem) =>
    item.inventory_item_uids.some((seat) => {
      const own = taken.filter(({ inventory_item_uids: seats }) => seats.includes(seat));
      return partyAt(own, moment)?.uid === item.uid;
    });
  const isPast = (item: CalendarItem) => isPresent(item.service) && minutesOf(item.end_time) <= moment.at;
  const replaced = taken.filter((item) => isPast(item) && item.inventory_item_uids.length > 0 && !isShown(item));
  return replaced.toSorted((one, other) => startOf(one) - startOf(other));
}

/** Minutes ahead for which arrivals are listed. */
const AHEAD = 60;

/** Returns the parties due within the hour by time. At present it includes late parties whose time is not over. */
export function arrivalsOf(items: readonly CalendarItem[], { at, isNow }: Moment): CalendarItem[] {
  const isAwaited = (item: CalendarItem) =>
    isNow ? item.service.state === null && at < minutesOf(item.end_time) : startOf(item) >= at;
  const coming = items.filter((item) => isVisit(item) && startOf(item) <= at + AHEAD && isAwaited(item));
  return coming.toSorted((one, other) => startOf(one) - startOf(other));
}

/** Returns the first shown moment of a day other than today: its first party's start, or that of the last meal. */
export function firstMoment(items: readonly CalendarItem[], operations: readonly { from: string }[]): number {
  const starts = items.filter(isTaken).map(startOf);
  if (starts.length > 0) return Math.min(...starts);
  return Math.max(0, ...operations.map(({ from }) => minutesOf(from)));
}

/** Figures of the floor: free tables, all tables, seated parties and their guests. */
export interface FloorCounts {
  free: number;
  all: number;
  parties: number;
  guests: number;
}

export function countsOf(places: readonly Place[]): FloorCounts {
  const tables = (of: readonly Place[]) => of.reduce((sum, place) => sum + place.tables.length, 0);
  const sitting = new Map(
    places.flatMap(({ party }) => (party && isSeated(party.service) ? [[party.uid, party.guests_count ?? 0]] : [])),
  );
  return {
    free: tables(places.filter(({ party }) => party === null)),
    all: tables(places),
    parties: sitting.size,
    guests: [...sitting.values()].reduce((sum, guests) => sum + guests, 0),
  };
}
