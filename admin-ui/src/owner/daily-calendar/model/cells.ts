import { isTaken, itemsAt } from "./blocks";
import type { CalendarItem } from "./blocks";
import type { Geometry, SeatRow } from "./geometry";
import type { Active } from "./keyboard";
import { cellOf, extend, toggle } from "./selection";
import type { Cell, Selection } from "./selection";

/** What lies on the grid. */
export interface Sheet {
  items: readonly CalendarItem[];
  rows: readonly SeatRow[];
  geometry: Geometry;
}

/** A cell that can be reached, with what lies over it, the guests before the slots. */
export interface Place {
  cell: Cell;
  items: CalendarItem[];
}

/** Null on a divider and outside the grid. */
export function placeAt({ items, rows, geometry }: Sheet, { row, lane }: Active): Place | null {
  const [seatRow, column] = [rows[row], geometry.lanes[lane]];
  if (!seatRow || !column || column.isDivider) return null;
  return { cell: cellOf(seatRow, column), items: itemsAt(items, seatRow.seat.uid, column.from, column.till) };
}

export function isFree({ items }: Place): boolean {
  return !items.some(isTaken);
}

/**
 * The selection after the cell at `at` was chosen: alone, or with the cell that it is extended from. Undefined when a cell
 * is taken or missing, and nothing changes.
 */
export function chosenAt(
  sheet: Sheet,
  selection: Selection | null,
  at: Active,
  from: Active | null,
): Selection | null | undefined {
  const place = placeAt(sheet, at);
  if (!place || !isFree(place)) return undefined;
  const start = from && placeAt(sheet, from);
  return start ? extend(selection, start.cell, place.cell) : toggle(selection, place.cell);
}
