import { minutesOf } from "@/console/ui/times";
import { isOver, isTaken, takenFrom, takenTill } from "../../daily-calendar/model/blocks";
import type { CalendarItem } from "../../daily-calendar/model/blocks";
import { SOON, isSitting, isVisit } from "../../daily-calendar/service/steps";
import type { LateItems } from "../../daily-calendar/service/steps";
import { boundsOf } from "./plan";
import type { Rect, Table } from "./plan";

/** A moment of the day on which the floor is looked at. */
export interface Moment {
  /** Minutes from midnight. */
  at: number;
  /** It is the present: what staff have noted counts before what was booked. */
  isNow: boolean;
}

/** Neighbouring tables of one party, or a table that nobody has: what is drawn as one and pressed as one. */
export interface Place extends Rect {
  tables: readonly Table[];
  party: CalendarItem | null;
  /** Who has it after them. */
  next: CalendarItem | null;
}

/** Whoever comes so many minutes before their time waits at their table, and elsewhere if they are earlier still. */
const EARLIEST = 30;

const startOf = (item: CalendarItem) => minutesOf(item.start_time);

/** Whoever has left, or did not come, has the seats no longer. */
const endOf = (item: CalendarItem) => (isOver(item) ? takenTill(item) : minutesOf(item.end_time));

function latest(items: readonly CalendarItem[]): CalendarItem | undefined {
  return items.toSorted((one, other) => startOf(other) - startOf(one))[0];
}

/**
 * Whose a table is: whoever sits there, however long they booked; else who has come for it, unless it is far too early; else who
 * has booked it for now, or left it before their time; else who is about to come.
 */
export function partyAt(items: readonly CalendarItem[], { at, isNow }: Moment): CalendarItem | null {
  const booked = items.filter((item) => takenFrom(item) <= at && at < endOf(item));
  const stays = latest(booked.filter((item) => !isOver(item))) ?? latest(booked) ?? null;
  if (!isNow) return stays;
  const sits = latest(items.filter(({ service }) => isSitting(service)));
  const isHere = (item: CalendarItem) =>
    item.service.state === "arrived" && startOf(item) <= at + EARLIEST && at < minutesOf(item.end_time);
  const here = latest(items.filter(isHere));
  const isDue = (item: CalendarItem) => item.service.state === null && at < startOf(item) && startOf(item) <= at + SOON;
  const found = sits ?? here ?? (stays && !isOver(stays) ? stays : null);
  return found ?? items.find(isDue) ?? stays;
}

/** Who comes next to a table: the first who is still to come. */
export function nextAt(
  items: readonly CalendarItem[],
  party: CalendarItem | null,
  { at, isNow }: Moment,
): CalendarItem | null {
  const isToCome = (item: CalendarItem) => {
    if (!isNow) return startOf(item) > at;
    return at < minutesOf(item.end_time) && !isOver(item) && !isSitting(item.service);
  };
  const coming = items.filter((item) => item.uid !== party?.uid && isToCome(item));
  return coming.toSorted((one, other) => startOf(one) - startOf(other))[0] ?? null;
}

/** What is drawn: each table by itself, the neighbouring ones of one party as one where they make a rectangle. */
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

/** Whether two make a rectangle without a gap. */
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

/** Parties that are awaited beyond their time: no table shows them any more, and somebody is to note what became of them. */
export function missedOf(items: readonly CalendarItem[], late: LateItems, { at, isNow }: Moment): CalendarItem[] {
  const missed = items.filter(
    ({ uid, end_time, service }) => late.has(uid) && service.state === null && minutesOf(end_time) <= at,
  );
  return isNow ? missed.toSorted((one, other) => startOf(one) - startOf(other)) : [];
}

/** Who comes within so many minutes, before anybody asks for them at the door. */
const AHEAD = 60;

/** Who is to come within the hour, the earliest first: at present also whoever is late and still has their time. */
export function arrivalsOf(items: readonly CalendarItem[], { at, isNow }: Moment): CalendarItem[] {
  const isAwaited = (item: CalendarItem) =>
    isNow ? item.service.state === null && at < minutesOf(item.end_time) : startOf(item) >= at;
  const coming = items.filter((item) => isVisit(item) && startOf(item) <= at + AHEAD && isAwaited(item));
  return coming.toSorted((one, other) => startOf(one) - startOf(other));
}

/** When a day without a present is looked at first: as its first party comes, else as the last meal begins. */
export function firstMoment(items: readonly CalendarItem[], operations: readonly { from: string }[]): number {
  const starts = items.filter(isTaken).map(startOf);
  if (starts.length > 0) return Math.min(...starts);
  return Math.max(0, ...operations.map(({ from }) => minutesOf(from)));
}

/** The floor in numbers: tables that nobody has of all there are, and who sits. */
export interface FloorCounts {
  free: number;
  all: number;
  parties: number;
  guests: number;
}

export function countsOf(places: readonly Place[]): FloorCounts {
  const tables = (of: readonly Place[]) => of.reduce((sum, place) => sum + place.tables.length, 0);
  const sitting = new Map(
    places.flatMap(({ party }) => (party && isSitting(party.service) ? [[party.uid, party.guests_count ?? 0]] : [])),
  );
  return {
    free: tables(places.filter(({ party }) => party === null)),
    all: tables(places),
    parties: sitting.size,
    guests: [...sitting.values()].reduce((sum, guests) => sum + guests, 0),
  };
}
