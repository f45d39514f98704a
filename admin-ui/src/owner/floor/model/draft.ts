import type { SeatRow } from "../../daily-calendar/model/geometry";
import { SHEET, SIZES, arranged, isOnSheet, overlap, placedTable, usualSize, wayOf } from "./plan";
import type { Rect, Table } from "./plan";

/** What is changed of a table. */
export type TableChange = Partial<Rect & Pick<Table, "shape">>;

/** The plan while it is edited: every step leaves tables that fit, or none is taken. */

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** As near as the sheet and whole squares allow. */
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

/** Who stands where a table would be put; null where it has room. */
export function hinderer(tables: readonly Table[], uid: string, rect: Rect): Table | null {
  return tables.find((table) => table.row.seat.uid !== uid && overlap(table, rect)) ?? null;
}

/** The tables with one of them changed; null where it would stand on another. */
export function withTable(tables: readonly Table[], uid: string, change: TableChange): Table[] | null {
  const table = tables.find(({ row }) => row.seat.uid === uid);
  if (!table) return null;
  const changed = { ...table, ...change };
  const next = { ...changed, ...snapped(changed) };
  if (hinderer(tables, uid, next)) return null;
  return tables.map((each) => (each === table ? next : each));
}

/** A table from the tray at the first free place, line by line; null on a full sheet. */
export function withPlaced(tables: readonly Table[], row: SeatRow): Table[] | null {
  const size = usualSize(row);
  for (let y = 1; y + size.height <= SHEET; y += 1) {
    for (let x = 1; x + size.width <= SHEET; x += 1) {
      const rect = { x, y, ...size };
      const other = hinderer(tables, row.seat.uid, rect);
      if (!other) return [...tables, { row, ...rect, shape: "rectangle" }];
      x = other.x + other.width - 1;
    }
  }
  return null;
}

export function without(tables: readonly Table[], uid: string): Table[] {
  return tables.filter(({ row }) => row.seat.uid !== uid);
}

/** Everything anew; what the sheet has no room for stays in the tray. */
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

/** A quarter turn. */
export function turned({ width, height }: Rect): TableChange {
  return { width: height, height: width };
}

/** What a key does to a table: an arrow moves it to the next square that has room, even behind another table. */
export function keyed(tables: readonly Table[], table: Table, key: string): TableChange | null {
  if (key === "+" || key === "-") {
    const by = key === "+" ? 1 : -1;
    return { width: table.width + by, height: table.height + by };
  }
  if (key.toLowerCase() === "r") return turned(table);
  const way = wayOf(key);
  if (!way) return null;
  for (let step = 1; step < SHEET; step += 1) {
    const rect = { ...table, x: table.x + way.dx * step, y: table.y + way.dy * step };
    if (!isOnSheet(rect)) break;
    if (!hinderer(tables, table.row.seat.uid, rect)) return { x: rect.x, y: rect.y };
  }
  return {};
}
