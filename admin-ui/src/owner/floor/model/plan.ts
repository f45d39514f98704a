import type { Schemas } from "@/owner/api";
import type { SeatRow } from "../../daily-calendar/model/geometry";

/** The floor as a sheet of squares on which tables are placed. Independent of the screen. */

export type PlacedTable = Schemas["FloorPlanTable"];
export type TableShape = Schemas["TableShape"];

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A table of the restaurant and its place. */
export interface Table extends Rect {
  row: SeatRow;
  shape: TableShape;
}

/** Size of the sheet, and limits of a table, in squares. Counterpart: `domain/src/floor_plans/model.rs`. */
export const SHEET = 72;
export const SIZES = { least: 3, most: 24 };

/** Width of a first layout, in squares. It fills a tablet. */
const USUAL_WIDTH = 34;
const SEATS_IN_A_ROW = 8;
const SEAT = { width: 4, height: 4 };

export function overlap(one: Rect, other: Rect): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

export function isOnSheet({ x, y, width, height }: Rect): boolean {
  return x >= 0 && y >= 0 && x + width <= SHEET && y + height <= SHEET;
}

/** Returns the smallest rectangle around others; null without any. */
export function boundsOf(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null;
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const width = Math.max(...rects.map((rect) => rect.x + rect.width)) - x;
  const height = Math.max(...rects.map((rect) => rect.y + rect.height)) - y;
  return { x, y, width, height };
}

/** Returns the size of a table in a first layout, by the number of its places. */
export function usualSize({ group }: SeatRow): { width: number; height: number } {
  const places = group.capacity_per_stock;
  if (places === 1) return SEAT;
  return { width: places <= 2 ? 5 : places <= 4 ? 6 : 8, height: places <= 4 ? 4 : 5 };
}

/** Returns a first layout below the placed tables: counter seats without gaps, other tables one square apart. */
export function arranged(rows: readonly SeatRow[], placed: readonly Rect[] = []): Table[] {
  const bounds = boundsOf(placed);
  const top = bounds ? bounds.y + bounds.height + 1 : 1;
  const tables = inLines(rows, top, USUAL_WIDTH);
  return tables.every(isOnSheet) ? tables : inLines(rows, top, SHEET - 2);
}

function inLines(rows: readonly SeatRow[], top: number, most: number): Table[] {
  const tables: Table[] = [];
  let y = top;
  for (const uid of new Set(rows.map(({ group }) => group.uid))) {
    const own = rows.filter(({ group }) => group.uid === uid);
    const [first] = own;
    if (!first) continue;
    const size = usualSize(first);
    const isCounter = first.group.capacity_per_stock === 1;
    const gap = isCounter ? 0 : 1;
    const inLine = isCounter
      ? SEATS_IN_A_ROW * Math.max(1, Math.floor(most / (SEATS_IN_A_ROW * size.width)))
      : Math.max(1, Math.floor((most + gap) / (size.width + gap)));
    own.forEach((row, index) => {
      const [line, place] = [Math.floor(index / inLine), index % inLine];
      tables.push({
        row,
        ...size,
        shape: "rectangle",
        x: 1 + place * (size.width + gap),
        y: y + line * (size.height + 1),
      });
    });
    y += Math.ceil(own.length / inLine) * (size.height + 1) + 1;
  }
  return tables;
}

/** Returns all tables: placed ones at their place, the others below them. */
export function tablesOf(rows: readonly SeatRow[], placed: readonly PlacedTable[]): Table[] {
  const placedTables = placedOf(rows, placed);
  const known = new Set(placedTables.map(({ row }) => row.index));
  return [
    ...placedTables,
    ...arranged(
      rows.filter(({ index }) => !known.has(index)),
      placedTables,
    ),
  ];
}

/** Returns the tables of the plan that still exist. */
export function placedOf(rows: readonly SeatRow[], placed: readonly PlacedTable[]): Table[] {
  const byUid = new Map(rows.map((row) => [row.seat.uid, row]));
  return placed.flatMap(({ inventory_item_uid: uid, x, y, width, height, shape }) => {
    const row = byUid.get(uid);
    return row ? [{ row, x, y, width, height, shape }] : [];
  });
}

/** Returns a table in the form in which the plan is saved. */
export function placedTable({ row, x, y, width, height, shape }: Table): PlacedTable {
  return { inventory_item_uid: row.seat.uid, x, y, width, height, shape };
}

export function tableAt(tables: readonly Table[], x: number, y: number): Table | null {
  return (
    tables.find((table) => table.x <= x && x < table.x + table.width && table.y <= y && y < table.y + table.height) ??
    null
  );
}

const DIRECTIONS: Record<string, { dx: number; dy: number }> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
};

/** Returns the direction of an arrow key, in squares; null for other keys. */
export function directionOf(key: string): { dx: number; dy: number } | null {
  return DIRECTIONS[key] ?? null;
}

/** Returns the nearest place in the direction of an arrow key. A place straight ahead has priority. */
export function neighbourOf<Place extends Rect>(places: readonly Place[], from: Rect, key: string): Place | null {
  const way = directionOf(key);
  if (!way) return null;
  const middle = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 });
  const start = middle(from);
  let best: Place | null = null;
  let least = Infinity;
  for (const place of places) {
    const { x, y } = middle(place);
    const ahead = (x - start.x) * way.dx + (y - start.y) * way.dy;
    const aside = Math.abs((x - start.x) * way.dy) + Math.abs((y - start.y) * way.dx);
    const far = ahead + aside * 2;
    if (ahead <= 0 || aside > ahead * 2 || far >= least) continue;
    best = place;
    least = far;
  }
  return best;
}
