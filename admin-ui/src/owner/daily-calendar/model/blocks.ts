import { joiner } from "@/console/i18n/page-language";
import { minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import { laneAt, ROW_HEIGHT, xOf } from "./geometry";
import type { Geometry, SeatRow } from "./geometry";

export type CalendarItem = Schemas["CalendarItem"] & {
  /** The item shows an offline note that is not sent yet. */
  is_unsent?: boolean;
  /** The server rejected an offline note of the item, and staff have not decided on it yet. */
  is_conflict?: boolean;
  /** The item's pane has unsaved input. */
  has_draft?: boolean;
};
export type CalendarItemType = Schemas["CalendarItemType"];

const SLOTS: ReadonlySet<CalendarItemType> = new Set(["OnlineStockGroup", "GoldAllocatedSlot"]);

/** Reports whether the item offers seats on the web and does not occupy them. */
export function isSlot({ calendar_item_type }: CalendarItem): boolean {
  return SLOTS.has(calendar_item_type);
}

/** Reports whether the item occupies its seats. Cells under it cannot be chosen. */
export function isTaken(item: CalendarItem): boolean {
  return !isSlot(item) && !isFreed(item) && item.status !== "void";
}

/** Reports whether the item is a slot freed by a cancellation. */
export function isFreed({ calendar_item_type }: CalendarItem): boolean {
  return calendar_item_type === "OnlineCancellation" || calendar_item_type === "OffsiteCancellation";
}

/** An item on neighbouring rows, drawn as one block. Its other seats are further blocks. */
export interface Block {
  item: CalendarItem;
  row: number;
  rows: number;
  /** The column of the block's left edge. */
  lane: number;
  left: number;
  width: number;
  height: number;
  labels: string;
  /** Labels of its seats that other blocks show. */
  elsewhere: string;
}

/** The blocks of each row by its index. A block belongs to its first row. */
export type BlocksByRow = ReadonlyMap<number, readonly Block[]>;

export function blocksOf(items: readonly CalendarItem[], rows: readonly SeatRow[], geometry: Geometry): BlocksByRow {
  const byRow = new Map<number, Block[]>();
  for (const item of items) {
    const drawn = { item, from: drawnFrom(item, items), till: drawnTill(item, items) };
    for (const [first, count] of runsOf(item, rows)) {
      const block = blockAt(drawn, rows, first, count, geometry);
      const own = byRow.get(first);
      if (own) own.push(block);
      else byRow.set(first, [block]);
    }
  }
  return byRow;
}

/** Returns the runs of neighbouring rows of one group that an item covers: first row and number of rows. */
function runsOf(item: CalendarItem, rows: readonly SeatRow[]): [first: number, count: number][] {
  const seats = new Set(item.inventory_item_uids);
  const runs: [number, number][] = [];
  for (const { index, seat, group } of rows) {
    if (!seats.has(seat.uid)) continue;
    const last = runs.at(-1);
    const isNext = last !== undefined && last[0] + last[1] === index && rows[last[0]]?.group.uid === group.uid;
    if (isNext) last[1] += 1;
    else runs.push([index, 1]);
  }
  return runs;
}

/**
 * Returns the minute at which a block ends. A short stay is as wide as a column, unless its party has left or did not
 * come: such a block ends before the block of the next party on the seats.
 */
function drawnTill(item: CalendarItem, items: readonly CalendarItem[]): number {
  const till = minutesOf(item.rendered_till);
  const free = takenTill(item);
  if (!isOver(item) || free >= till) return till;
  const next = items.filter((other) => other !== item && isTaken(other) && shareSeats(item, other)).map(takenFrom);
  return Math.min(till, ...next.filter((from) => from >= free));
}

/**
 * Returns the minute at which a block begins. A short stay at the end of the day is drawn as wide as a column, from
 * before its start, but not over the block of the party that had the seats before.
 */
function drawnFrom(item: CalendarItem, items: readonly CalendarItem[]): number {
  const from = minutesOf(item.rendered_from);
  const start = takenFrom(item);
  if (!isTaken(item) || from >= start) return from;
  const before = items.filter((other) => isTaken(other) && shareSeats(item, other)).map(takenTill);
  return Math.max(from, ...before.filter((till) => till <= start));
}

/** Reports whether the party has left or did not come. Other parties may have its seats then. */
export function isOver({ service: { state } }: CalendarItem): boolean {
  return state === "left" || state === "no_show";
}

export function shareSeats(one: CalendarItem, other: CalendarItem): boolean {
  return one.uid !== other.uid && one.inventory_item_uids.some((uid) => other.inventory_item_uids.includes(uid));
}

/** Returns the labels of an item's seats outside the given rows, in the order of the seats. */
export function labelsNextTo(item: CalendarItem, rows: readonly SeatRow[], own: readonly SeatRow[]): string {
  const others = rows.filter((row) => item.inventory_item_uids.includes(row.seat.uid) && !own.includes(row));
  return others.map(({ seat }) => seat.label).join(joiner());
}

interface Drawn {
  item: CalendarItem;
  from: number;
  till: number;
}

function blockAt(
  { item, from, till }: Drawn,
  rows: readonly SeatRow[],
  row: number,
  count: number,
  geometry: Geometry,
): Block {
  const left = xOf(geometry, from);
  const right = xOf(geometry, till);
  const own = rows.slice(row, row + count);
  return {
    item,
    row,
    rows: count,
    lane: laneAt(geometry, left),
    left,
    width: Math.max(right - left, 1),
    height: count * ROW_HEIGHT,
    labels: own.map(({ seat }) => seat.label).join(joiner()),
    elsewhere: isSlot(item) ? "" : labelsNextTo(item, rows, own),
  };
}

/**
 * Returns the minute from which an item has its seats. It is later than the start if the item was moved to seats that
 * another party had before.
 */
export function takenFrom(item: CalendarItem): number {
  return Math.max(minutesOf(item.start_time), minutesOf(item.rendered_from));
}

/**
 * Returns the minute until which an item has its seats. It is before the end if the party has left, and may be before
 * the end of the drawn block.
 */
export function takenTill(item: CalendarItem): number {
  return Math.max(minutesOf(item.seats_until), minutesOf(item.rendered_from) + 1);
}

/** Returns the items that cover a cell, those occupying the seat first. */
export function itemsAt(items: readonly CalendarItem[], seatUid: string, from: number, till: number): CalendarItem[] {
  const over = items.filter(
    (item) =>
      item.inventory_item_uids.includes(seatUid) && minutesOf(item.rendered_from) < till && from < takenTill(item),
  );
  return over.toSorted((one, other) => Number(isTaken(other)) - Number(isTaken(one)));
}

/** The items of each row by its index, also in rows where no block starts. */
export type ItemsByRow = ReadonlyMap<number, readonly CalendarItem[]>;

export function itemsByRow(items: readonly CalendarItem[], rows: readonly SeatRow[]): ItemsByRow {
  return new Map(
    rows.map(({ index, seat }) => [index, items.filter((item) => item.inventory_item_uids.includes(seat.uid))]),
  );
}

/** Returns the items without a seat in the grid, such as a cancelled one whose seats were deleted long ago. */
export function unplaced(items: readonly CalendarItem[], rows: readonly SeatRow[]): CalendarItem[] {
  const known = new Set(rows.map(({ seat }) => seat.uid));
  return items.filter((item) => !item.inventory_item_uids.some((uid) => known.has(uid)));
}
