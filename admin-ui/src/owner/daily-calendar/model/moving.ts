import { minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import { isOver, isTaken, shareSeats, takenFrom, takenTill } from "./blocks";
import { isPresent, isSeated } from "../service/steps";
import type { CalendarItem, CalendarItemType } from "./blocks";
import { laneAt, xOf } from "./geometry";
import type { Geometry, SeatRow } from "./geometry";

/**
 * Rules for moving a party: the places it may take, and the reasons for rejecting others. Independent of the screen.
 */

/** Seats are taken and released at multiples of this many minutes. */
const STEP = 15;
/** Horizontal drags below this many pixels change only the seat. */
export const SEATS_STEP = 5;
/** Horizontal drags below this many pixels change only the seat. */
const SLACK = 10;

/** The place of a party: minutes since midnight, and seats. */
export interface Spot {
  from: number;
  till: number;
  seatUids: readonly string[];
}

export type Refusal =
  | { why: "group" | "size" | "hours" | "closed" | "held" }
  /** Another party has the seats. */
  | { why: "taken"; name: string; time: string };

/** A target of a move, with the reason if the party cannot move there. */
export interface Target {
  spot: Spot;
  refusal: Refusal | null;
  /** The same place with an earlier end, if only the end conflicts. */
  fits?: Spot;
}

/** The day on which a party is moved. */
export interface Floor {
  items: readonly CalendarItem[];
  rows: readonly SeatRow[];
  geometry: Geometry;
  operations: readonly Schemas["ActiveOperation"][];
  /** Minutes since midnight; null unless the day is today. */
  now: number | null;
}

/** The parts of a reservation that may move. A time that the guest fixed with anyone but the staff does not move. */
export type Reach = "time_and_seats" | "seats";

const BY_SEAT: ReadonlySet<CalendarItemType> = new Set([
  "OnlineReservation",
  "InvitedReservation",
  "ReservationInvite",
  "OffsiteReservation",
]);

/**
 * Returns the parts of an item that may move. Returns null for slots, a diner's hold, ended items, parties that have
 * left, and bookings with a cancel request. A no-show may get other seats, because the party may still come.
 */
export function reachOf(item: CalendarItem): Reach | null {
  if (!isTaken(item) || item.has_cancel_request || item.is_unsent || item.service.state === "left") return null;
  if (item.calendar_item_type === "OfflineReservation") return "time_and_seats";
  return BY_SEAT.has(item.calendar_item_type) ? "seats" : null;
}

/** Reports whether the start is fixed: because the party is seated, or because only the seats may change. */
function keepsStart(item: CalendarItem): boolean {
  return reachOf(item) !== "time_and_seats" || isSeated(item.service);
}

export function spotOf(item: CalendarItem): Spot {
  return { from: minutesOf(item.start_time), till: minutesOf(item.end_time), seatUids: item.inventory_item_uids };
}

export function isSameSpot(one: Spot, other: Spot): boolean {
  return one.from === other.from && one.till === other.till && isSameSeats(one.seatUids, other.seatUids);
}

export function isSameSeats(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((uid) => other.includes(uid));
}

/** Returns the time at a pixel in whole minutes. Beyond the columns it continues at the pace of the nearest one. */
export function timeAt(geometry: Geometry, x: number): number {
  const lane = geometry.lanes[laneAt(geometry, x)];
  if (!lane) return 0;
  return Math.round(lane.from + ((x - lane.left) / lane.width) * (lane.till - lane.from));
}

function snapped(minutes: number): number {
  return Math.round(minutes / STEP) * STEP;
}

function hoursOf({ operations }: Floor): { opens: number; closes: number } {
  return {
    opens: Math.min(...operations.map(({ from }) => minutesOf(from))),
    closes: Math.max(...operations.map(({ till }) => minutesOf(till))),
  };
}

/** Returns the same stay from another start, ending at the end of the day at the latest (owner §9). */
function withStart(floor: Floor, spot: Spot, from: number): Spot {
  const till = Math.max(Math.min(from + spot.till - spot.from, hoursOf(floor).closes), from);
  return { ...spot, from, till };
}

/** Shifts the seats of a place along the rows of their group, up to its first or last row. */
function withShift({ rows }: Floor, spot: Spot, shift: number): Spot {
  const at = rows.find(({ seat }) => spot.seatUids.includes(seat.uid));
  const group = rows.filter((row) => row.group.uid === at?.group.uid);
  const own = group.flatMap(({ seat }, index) => (spot.seatUids.includes(seat.uid) ? [index] : []));
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return spot;
  const step = Math.min(Math.max(shift, -first), group.length - 1 - last);
  return { ...spot, seatUids: own.flatMap((index) => group[index + step]?.seat.uid ?? []) };
}

/** Moves one row up or down. Beyond the last row of a group it enters the next one if the party may go there. */
function withRowStep(floor: Floor, item: CalendarItem, spot: Spot, way: 1 | -1): Spot {
  const next = withShift(floor, spot, way);
  if (!isSameSeats(next.seatUids, spot.seatUids) || reachOf(item) !== "time_and_seats") return next;
  const own = floor.rows.filter(({ seat }) => spot.seatUids.includes(seat.uid));
  const edge = way === 1 ? own.at(-1) : own[0];
  const beyond = edge && floor.rows[edge.index + way];
  return beyond && beyond.group.uid !== edge.group.uid ? elsewhere(floor, item, spot, beyond) : spot;
}

/** Returns the number of a group's seats that the party needs. In its own group it keeps its joined tables. */
function seatsNeeded(item: CalendarItem, { group }: SeatRow): number {
  const needed = Math.max(1, Math.ceil((item.guests_count ?? 1) / group.capacity_per_stock));
  return group.uid === item.inventory_group_uid ? Math.max(needed, item.inventory_item_uids.length) : needed;
}

/**
 * Returns a place in another group with as many seats as the party needs there. If the party may not change its group,
 * the number of seats stays, and the place is shown as rejected.
 */
function elsewhere({ rows }: Floor, item: CalendarItem, spot: Spot, row: SeatRow): Spot {
  const group = rows.filter((other) => other.group.uid === row.group.uid);
  const wanted = reachOf(item) === "time_and_seats" ? seatsNeeded(item, row) : spot.seatUids.length;
  const count = Math.min(wanted, group.length);
  const start = Math.min(
    group.findIndex(({ index }) => index === row.index),
    group.length - count,
  );
  return { ...spot, seatUids: group.slice(start, start + count).map(({ seat }) => seat.uid) };
}

function onRow(floor: Floor, item: CalendarItem, spot: Spot, rows: { from: number; to: number }): Spot {
  const row = floor.rows[rows.to];
  if (!row) return spot;
  if (row.group.uid !== item.inventory_group_uid) return elsewhere(floor, item, spot, row);
  return withShift(floor, spot, rows.to - rows.from);
}

/** Checks a place for a party. Returns the reason if it is rejected, and a shorter stay if one fits. */
export function judged(floor: Floor, item: CalendarItem, spot: Spot): Target {
  const refusal = refusalOf(floor, item, spot);
  const fits = refusal && shortened(floor, item, spot);
  return fits ? { spot, refusal, fits } : { spot, refusal };
}

/**
 * Returns the place with an end before the next party. Returns null unless the party keeps its own stay or half of the
 * requested one.
 */
function shortened(floor: Floor, item: CalendarItem, spot: Spot): Spot | null {
  if (reachOf(item) !== "time_and_seats") return null;
  const rest = restOf(floor, item, spot);
  const others = floor.items.filter((other) => isInTheWay(other, item, rest)).map(takenFrom);
  const till = floorTo(Math.min(...others, hoursOf(floor).closes), SEATS_STEP);
  const fits = { ...spot, till };
  const own = spotOf(item);
  const least = Math.max(STEP, Math.min(own.till - own.from, (spot.till - spot.from) / 2));
  const isShorter = till < spot.till && till - spot.from >= least && !isSameSpot(fits, own);
  return isShorter && refusalOf(floor, item, fits) === null ? fits : null;
}

function isInTheWay(other: CalendarItem, item: CalendarItem, spot: Spot): boolean {
  if (other.uid === item.uid || !isTaken(other)) return false;
  // A seated party cannot share a table with a party that is still present, however long that one booked.
  const isKept = isSeated(item.service) && isPresent(other.service) && !shareSeats(item, other);
  const taken = takenSpotOf(other);
  return overlaps(isKept ? { ...taken, till: Math.max(taken.till, takenTill(other)) } : taken, spot);
}

export function floorTo(minutes: number, step: number): number {
  return Math.floor(minutes / step) * step;
}

function refusalOf(floor: Floor, item: CalendarItem, spot: Spot): Refusal | null {
  const seats = floor.rows.filter(({ seat }) => spot.seatUids.includes(seat.uid));
  const elsewhereAt = seats.find(({ group }) => group.uid !== item.inventory_group_uid);
  if (elsewhereAt && reachOf(item) !== "time_and_seats") return { why: "group" };
  if (elsewhereAt && seats.length < seatsNeeded(item, elsewhereAt)) return { why: "size" };
  const own = spotOf(item);
  if (spot.from !== own.from || spot.till !== own.till) {
    const { opens, closes } = hoursOf(floor);
    if (spot.from < opens || spot.till > closes || spot.till - spot.from < STEP) return { why: "hours" };
  }
  if (spot.from !== own.from && isBetweenMeals(floor, spot.from)) return { why: "closed" };
  const rest = restOf(floor, item, spot);
  const other = floor.items.find((each) => isInTheWay(each, item, rest));
  if (!other) return null;
  if (other.calendar_item_type === "Pending") return { why: "held" };
  return { why: "taken", name: other.title, time: `${other.start_time}–${other.end_time}` };
}

/**
 * Returns the rest of a stay that has begun: a table that its party has left by now is free for it. A party that is
 * present needs the table from now on, also after its booked end.
 */
function restOf({ now }: Floor, { service }: CalendarItem, spot: Spot): Spot {
  if (now === null) return spot;
  if (isPresent(service)) {
    const from = Math.max(spot.from, Math.ceil(now / SEATS_STEP) * SEATS_STEP);
    return { ...spot, from, till: Math.max(spot.till, from + SEATS_STEP) };
  }
  const from = Math.max(spot.from, floorTo(now, SEATS_STEP));
  return from < spot.till ? { ...spot, from } : spot;
}

function takenSpotOf(item: CalendarItem): Spot {
  const own = { ...spotOf(item), from: takenFrom(item) };
  return isOver(item) ? { ...own, till: takenTill(item) } : own;
}

function isBetweenMeals({ geometry }: Floor, minutes: number): boolean {
  return geometry.lanes.some(({ isDivider, from, till }) => isDivider && from <= minutes && minutes < till);
}

function overlaps(one: Spot, other: Spot): boolean {
  return one.from < other.till && other.from < one.till && one.seatUids.some((uid) => other.seatUids.includes(uid));
}

/** Returns the target of a block that is dragged by `dx` pixels from one row to another. */
export function draggedTo(
  floor: Floor,
  item: CalendarItem,
  { dx, rows }: { dx: number; rows: { from: number; to: number } },
): Target {
  const own = spotOf(item);
  const isMoved = !keepsStart(item) && Math.abs(dx) >= SLACK;
  const from = isMoved ? snapped(timeAt(floor.geometry, xOf(floor.geometry, own.from) + dx)) : own.from;
  const moved = from === own.from ? own : withStart(floor, own, from);
  return judged(floor, item, onRow(floor, item, moved, rows));
}

/** Returns the target of a block whose end is dragged by `dx` pixels. */
export function resizedTo(floor: Floor, item: CalendarItem, dx: number): Target {
  const own = spotOf(item);
  if (Math.abs(dx) < SLACK) return { spot: own, refusal: null };
  const till = snapped(timeAt(floor.geometry, xOf(floor.geometry, own.till) + dx));
  return judged(floor, item, { ...own, till: Math.max(till, own.from + STEP) });
}

/**
 * Returns the target of a tap: the cell's row is the first row of the party, its time the start. In the party's own
 * column the start does not change.
 */
export function tappedAt(floor: Floor, item: CalendarItem, cell: { row: number; lane: number }): Target {
  const own = spotOf(item);
  const lane = floor.geometry.lanes[cell.lane];
  const keepsTime = !lane || keepsStart(item) || (lane.from <= own.from && own.from < lane.till);
  const timed = keepsTime ? own : withStart(floor, own, lane.from);
  const first = floor.rows.find(({ seat }) => own.seatUids.includes(seat.uid));
  return judged(floor, item, onRow(floor, item, timed, { from: first?.index ?? cell.row, to: cell.row }));
}

/** Returns the target of a key; null for a key that does not move the party. With Shift it moves the end. */
export function keyedTo(
  floor: Floor,
  item: CalendarItem,
  spot: Spot,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): Target | null {
  const next = steppedTo(floor, item, spot, key, shiftKey);
  return next && judged(floor, item, next);
}

function steppedTo(floor: Floor, item: CalendarItem, spot: Spot, key: string, isEnd: boolean): Spot | null {
  if (key === "ArrowUp" || key === "ArrowDown") {
    return withRowStep(floor, item, spot, key === "ArrowUp" ? -1 : 1);
  }
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  if (reachOf(item) === "seats" || (!isEnd && keepsStart(item))) return spot;
  const way = key === "ArrowLeft" ? -1 : 1;
  const { opens, closes } = hoursOf(floor);
  if (isEnd) return { ...spot, till: Math.min(Math.max(nextStep(spot.till, way), spot.from + STEP), closes) };
  const from = Math.min(Math.max(overDividers(floor, nextStep(spot.from, way), way), opens), closes - STEP);
  // The stay keeps its length: an end that was cut off at the end of the day is restored.
  const own = spotOf(item);
  const stay = spot.till === closes ? Math.max(spot.till - spot.from, own.till - own.from) : spot.till - spot.from;
  return withStart(floor, { ...spot, till: spot.from + stay }, from);
}

/** Returns the next multiple of a step in a direction. */
function nextStep(minutes: number, way: 1 | -1): number {
  return way === 1 ? Math.floor(minutes / STEP) * STEP + STEP : Math.ceil(minutes / STEP) * STEP - STEP;
}

function overDividers({ geometry }: Floor, minutes: number, way: 1 | -1): number {
  const divider = geometry.lanes.find(({ isDivider, from, till }) => isDivider && from <= minutes && minutes < till);
  if (!divider) return minutes;
  return way === 1 ? divider.till : divider.from - STEP;
}
