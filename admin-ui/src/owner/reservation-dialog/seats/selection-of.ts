import type { Calendar, Selection } from "../model";
import type { Proposal } from "./use-proposals";

/** Returns the seats of a proposal as a selection of cells; null if the day no longer has them. */
export function selectionOf(calendar: Calendar, proposal: Proposal, guests: number): Selection | null {
  const group = calendar.inventory_groups.find(({ uid }) => uid === proposal.inventory_group_uid);
  const items = group?.inventory_items.filter(({ uid }) => proposal.inventory_item_uids.includes(uid)) ?? [];
  if (!group || items.length !== proposal.inventory_item_uids.length) return null;
  const { start_time: from, end_time: till } = proposal;
  const within = calendar.columns.find((column) => column.from <= from && from < column.till);
  return { group, items, guests, column: { key: from, label: from, from, till, operation: within?.operation ?? null } };
}
