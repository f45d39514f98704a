import { isTaken, itemsAt } from "./blocks";
import type { CalendarItem } from "./blocks";
import type { Geometry, SeatRow } from "./geometry";
import type { Active } from "./keyboard";
import { cellOf, extend, toggle } from "./selection";
import type { Cell, Selection } from "./selection";

/** Content of the grid. */
export interface Sheet {
  items: readonly CalendarItem[];
  rows: readonly SeatRow[];
  geometry: Geometry;
}

/** A cell that the keyboard can reach, and the items that cover it: guests before slots. */
export interface Place {
  cell: Cell;
  items: CalendarItem[];
}

/** Returns the place at a position; null on a divider and outside the grid. */
export function placeAt({ items, rows, geometry }: Sheet, { row, lane }: Active): Place | null {
  const [seatRow, column] = [rows[row], geometry.lanes[lane]];
  if (!seatRow || !column || column.isDivider) return null;
  return { cell: cellOf(seatRow, column), items: itemsAt(items, seatRow.seat.uid, column.from, column.till) };
}

export function isFree({ items }: Place): boolean {
  return !items.some(isTaken);
}

/**
 * Returns the selection after a choice of the cell at `at`: the cell alone, or the range from the cell that it extends.
 * Returns undefined, for no change, if a cell is taken or missing.
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
