import type { Schemas } from "@/owner/api";
import type { Lane, SeatRow } from "./geometry";

/** Seats of one group at one time: what a reservation or a slot is made of. */
export interface Selection {
  groupUid: string;
  columnKey: string;
  seatUids: readonly string[];
}

/** The chosen seats and time in full, as the dialogs want them. */
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

/** Whether a cell can join the selection: same group, same time. */
function fits(selection: Selection | null, { groupUid, columnKey }: Cell): selection is Selection {
  return selection !== null && selection.groupUid === groupUid && selection.columnKey === columnKey;
}

export function isSelected(selection: Selection | null, cell: Cell): boolean {
  return fits(selection, cell) && selection.seatUids.includes(cell.seatUid);
}

/**
 * A click on a cell: a selected one leaves, one of the same group and time joins, any other starts anew. Without its last
 * cell there is no selection.
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

/** Shift: both ends are selected, whatever was selected at that time before stays. */
export function extend(selection: Selection | null, from: Cell, to: Cell): Selection | null {
  if (from.groupUid !== to.groupUid || from.columnKey !== to.columnKey) return selection;
  const kept = fits(selection, from) ? selection.seatUids : [];
  const seatUids = [...new Set([...kept, from.seatUid, to.seatUid])];
  return { groupUid: from.groupUid, columnKey: from.columnKey, seatUids };
}

/** What is selected of a day that may have changed meanwhile; nothing when it is no longer there. */
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
