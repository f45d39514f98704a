import type { Schemas } from "@/owner/api";
import type { Lane, SeatRow } from "./geometry";

/** Seats of one group at one time, from which a reservation or a slot is created. */
export interface Selection {
  groupUid: string;
  columnKey: string;
  seatUids: readonly string[];
}

/** The chosen seats and time in full, as the dialogs expect them. */
export interface Chosen {
  group: Schemas["CalendarGroup"];
  items: Schemas["CalendarSeat"][];
  column: Schemas["TimeColumn"];
}

export interface Cell {
  groupUid: string;
  columnKey: string;
  seatUid: string;
}

export function cellOf({ group, seat }: SeatRow, { column }: Lane): Cell {
  return { groupUid: group.uid, columnKey: column.key, seatUid: seat.uid };
}

/** Reports whether a cell can join the selection: same group, same time. */
function fits(selection: Selection | null, { groupUid, columnKey }: Cell): selection is Selection {
  return selection !== null && selection.groupUid === groupUid && selection.columnKey === columnKey;
}

export function isSelected(selection: Selection | null, cell: Cell): boolean {
  return fits(selection, cell) && selection.seatUids.includes(cell.seatUid);
}

/**
 * Handles a click on a cell: removes a selected one, adds one of the same group and time, otherwise starts a new
 * selection. Returns null without cells.
 */
export function toggle(selection: Selection | null, cell: Cell): Selection | null {
  if (!fits(selection, cell)) {
    return { groupUid: cell.groupUid, columnKey: cell.columnKey, seatUids: [cell.seatUid] };
  }
  const seatUids = selection.seatUids.includes(cell.seatUid)
    ? selection.seatUids.filter((uid) => uid !== cell.seatUid)
    : [...selection.seatUids, cell.seatUid];
  return seatUids.length === 0 ? null : { ...selection, seatUids };
}

/** Handles Shift: selects the range between both ends and keeps the seats selected at that time before. */
export function extend(selection: Selection | null, from: Cell, to: Cell): Selection | null {
  if (from.groupUid !== to.groupUid || from.columnKey !== to.columnKey) return selection;
  const kept = fits(selection, from) ? selection.seatUids : [];
  const seatUids = [...new Set([...kept, from.seatUid, to.seatUid])];
  return { groupUid: from.groupUid, columnKey: from.columnKey, seatUids };
}

/** Returns the selected seats of the current day; null if they are gone since the last change. */
export function chosenOf(
  selection: Selection | null,
  groups: readonly Schemas["CalendarGroup"][],
  columns: readonly Schemas["TimeColumn"][],
): Chosen | null {
  const group = groups.find(({ uid }) => uid === selection?.groupUid);
  const column = columns.find(({ key }) => key === selection?.columnKey);
  const items = group?.inventory_items.filter(({ uid }) => selection?.seatUids.includes(uid)) ?? [];
  return group && column && items.length > 0 ? { group, column, items } : null;
}
