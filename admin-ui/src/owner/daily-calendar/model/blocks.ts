import { joiner } from "@/console/i18n/page-language";
import { minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import { laneAt, ROW_HEIGHT, xOf } from "./geometry";
import type { Geometry, SeatRow } from "./geometry";

export type CalendarItem = Schemas["CalendarItem"] & {
  /** It shows what was noted without a line, and is not sent yet. */
  is_unsent?: boolean;
  /** Something was typed in its pane and is not saved. */
  has_draft?: boolean;
};
export type CalendarItemType = Schemas["CalendarItemType"];

const SLOTS: ReadonlySet<CalendarItemType> = new Set(["OnlineStockGroup", "GoldAllocatedSlot"]);

/** Whether it offers seats on the web rather than taking them. */
export function isSlot({ calendar_item_type }: CalendarItem): boolean {
  return SLOTS.has(calendar_item_type);
}

/** Whether the item takes its seats: cells under it cannot be chosen. */
export function isTaken(item: CalendarItem): boolean {
  return !isSlot(item) && !isFreed(item) && item.status !== "void";
}

/** A slot freed by a cancellation. */
export function isFreed({ calendar_item_type }: CalendarItem): boolean {
  return calendar_item_type === "OnlineCancellation" || calendar_item_type === "OffsiteCancellation";
}

/** An item on neighbouring rows, drawn as one; its seats elsewhere are further blocks. */
export interface Block {
  item: CalendarItem;
  row: number;
  rows: number;
  /** The column in whose cell it stands. */
  lane: number;
  left: number;
  width: number;
  height: number;
  labels: string;
  /** Its seats that are drawn elsewhere. */
  elsewhere: string;
}

/** The blocks of each row by its index; a block stands in its first row. */
export type BlocksByRow = ReadonlyMap<number, readonly Block[]>;

export function blocksOf(items: readonly CalendarItem[], rows: readonly SeatRow[], geometry: Geometry): BlocksByRow {
  const byRow = new Map<number, Block[]>();
  for (const item of items) {
    const till = drawnTill(item, items);
    for (const [first, count] of runsOf(item, rows)) {
      const block = blockAt({ item, till }, rows, first, count, geometry);
      const own = byRow.get(first);
      if (own) own.push(block);
      else byRow.set(first, [block]);
    }
  }
  return byRow;
}

/** Runs of neighbouring rows of one group that an item stands on: first row and how many. */
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
 * Until when a block is drawn. A short stay is as wide as a column, unless whoever has left, or did not come, would lie under those
 * who have the seats after them.
 */
function drawnTill(item: CalendarItem, items: readonly CalendarItem[]): number {
  const till = minutesOf(item.rendered_till);
  const free = takenTill(item);
  if (!isOver(item) || free >= till) return till;
  const next = items.filter((other) => other !== item && isTaken(other) && shareSeats(item, other)).map(takenFrom);
  return Math.min(till, ...next.filter((from) => from >= free));
}

/** Whoever has left, or did not come: others may have the seats meanwhile. */
export function isOver({ service: { state } }: CalendarItem): boolean {
  return state === "left" || state === "no_show";
}

export function shareSeats(one: CalendarItem, other: CalendarItem): boolean {
  return one.uid !== other.uid && one.inventory_item_uids.some((uid) => other.inventory_item_uids.includes(uid));
}

/** The labels of an item's seats that are none of these rows, in the order of the room. */
export function labelsNextTo(item: CalendarItem, rows: readonly SeatRow[], own: readonly SeatRow[]): string {
  const others = rows.filter((row) => item.inventory_item_uids.includes(row.seat.uid) && !own.includes(row));
  return others.map(({ seat }) => seat.label).join(joiner());
}

interface Drawn {
  item: CalendarItem;
  till: number;
}

function blockAt(
  { item, till }: Drawn,
  rows: readonly SeatRow[],
  row: number,
  count: number,
  geometry: Geometry,
): Block {
  const left = xOf(geometry, minutesOf(item.rendered_from));
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

/** From when on an item has its seats: later than it began where it was moved to seats that others had before. */
export function takenFrom(item: CalendarItem): number {
  return Math.max(minutesOf(item.start_time), minutesOf(item.rendered_from));
}

/** Until when an item has its seats: before its end where its party has left. A short stay is drawn longer than it is. */
export function takenTill(item: CalendarItem): number {
  return Math.max(minutesOf(item.seats_until), minutesOf(item.rendered_from) + 1);
}

/** The items that lie over a cell, those that take the seat first. */
export function itemsAt(items: readonly CalendarItem[], seatUid: string, from: number, till: number): CalendarItem[] {
  const over = items.filter(
    (item) =>
      item.inventory_item_uids.includes(seatUid) && minutesOf(item.rendered_from) < till && from < takenTill(item),
  );
  return over.toSorted((one, other) => Number(isTaken(other)) - Number(isTaken(one)));
}

/** The items on each row by its index, wherever their blocks stand. */
export type ItemsByRow = ReadonlyMap<number, readonly CalendarItem[]>;

export function itemsByRow(items: readonly CalendarItem[], rows: readonly SeatRow[]): ItemsByRow {
  return new Map(
    rows.map(({ index, seat }) => [index, items.filter((item) => item.inventory_item_uids.includes(seat.uid))]),
  );
}

/** Items without a seat to stand on, such as a cancelled one whose seats are long forgotten. */
export function unplaced(items: readonly CalendarItem[], rows: readonly SeatRow[]): CalendarItem[] {
  const known = new Set(rows.map(({ seat }) => seat.uid));
  return items.filter((item) => !item.inventory_item_uids.some((uid) => known.has(uid)));
}
