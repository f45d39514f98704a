import type { SeatRow } from "../../daily-calendar/model/geometry";
import { SHEET, SIZES, arranged, isOnSheet, overlap, placedTable, usualSize, directionOf } from "./plan";
import type { Rect, Table } from "./plan";

/** Changed properties of a table. */
export type TableChange = Partial<Rect & Pick<Table, "shape">>;

/** Changes of the edited plan. A change that would make tables overlap is rejected. */

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Returns the nearest rectangle of whole squares within the sheet. */
export function snapped(rect: Rect): Rect {
  const width = clamp(Math.round(rect.width), SIZES.least, SIZES.most);
  const height = clamp(Math.round(rect.height), SIZES.least, SIZES.most);
  return {
    width,
    height,
    x: clamp(Math.round(rect.x), 0, SHEET - width),
    y: clamp(Math.round(rect.y), 0, SHEET - height),
  };
}

/** Returns the table that overlaps a target; null if the target is free. */
export function overlappingTable(tables: readonly Table[], uid: string, rect: Rect): Table | null {
  return tables.find((table) => table.row.seat.uid !== uid && overlap(table, rect)) ?? null;
}

/** Returns the tables with one of them changed; null if it would overlap another one. */
export function withTable(tables: readonly Table[], uid: string, change: TableChange): Table[] | null {
  const table = tables.find(({ row }) => row.seat.uid === uid);
  if (!table) return null;
  const changed = { ...table, ...change };
  const next = { ...changed, ...snapped(changed) };
  if (overlappingTable(tables, uid, next)) return null;
  return tables.map((each) => (each === table ? next : each));
}

/** Adds a table from the tray at the first free place, row by row; null if the sheet is full. */
export function withPlaced(tables: readonly Table[], row: SeatRow): Table[] | null {
  const size = usualSize(row);
  for (let y = 1; y + size.height <= SHEET; y += 1) {
    for (let x = 1; x + size.width <= SHEET; x += 1) {
      const rect = { x, y, ...size };
      const other = overlappingTable(tables, row.seat.uid, rect);
      if (!other) return [...tables, { row, ...rect, shape: "rectangle" }];
      x = other.x + other.width - 1;
    }
  }
  return null;
}

export function without(tables: readonly Table[], uid: string): Table[] {
  return tables.filter(({ row }) => row.seat.uid !== uid);
}

/** Returns a new layout of all tables. Tables beyond the sheet stay in the tray. */
export function allArranged(rows: readonly SeatRow[]): Table[] {
  return arranged(rows).filter(isOnSheet);
}

export function trayOf(rows: readonly SeatRow[], tables: readonly Table[]): SeatRow[] {
  return rows.filter(({ seat }) => !tables.some(({ row }) => row.seat.uid === seat.uid));
}

export function isSamePlan(one: readonly Table[], other: readonly Table[]): boolean {
  return wordsOf(one) === wordsOf(other);
}

function wordsOf(tables: readonly Table[]): string {
  const words = tables.map((table) => JSON.stringify(placedTable(table)));
  return words.toSorted().join();
}

/** Returns the size after a quarter turn. */
export function turned({ width, height }: Rect): TableChange {
  return { width: height, height: width };
}

/** Returns the change of a key. An arrow moves the table to the next free square, also past another table. */
export function keyed(tables: readonly Table[], table: Table, key: string): TableChange | null {
  if (key === "+" || key === "-") {
    const by = key === "+" ? 1 : -1;
    return { width: table.width + by, height: table.height + by };
  }
  if (key.toLowerCase() === "r") return turned(table);
  const way = directionOf(key);
  if (!way) return null;
  for (let step = 1; step < SHEET; step += 1) {
    const rect = { ...table, x: table.x + way.dx * step, y: table.y + way.dy * step };
    if (!isOnSheet(rect)) break;
    if (!overlappingTable(tables, table.row.seat.uid, rect)) return { x: rect.x, y: rect.y };
  }
  return {};
}
