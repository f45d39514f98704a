import type { Schemas } from "@/admin/api";

export type Operation = Schemas["OperationName"];
export type SlotRow = Schemas["OperationSlotsRow"];
/** Monday to Sunday, then national holidays. */
export const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "holiday"] as const;
export type Day = (typeof DAYS)[number];
const MAX_COUNT = 999;

/** A row as it is typed; the counts are texts until they are saved. */
export interface DraftRow {
  /** Identifies rows that have no id yet. */
  key: string;
  id: number | null;
  inventory_group_id: number;
  start_time: string;
  end_time: string;
  counts: Record<Day, string>;
}

/** The planned slots of a meal, as they are typed. */
export interface DraftTable {
  /** `v1` remains until typed rows replace it. */
  cos_type: Schemas["CircleSource"];
  is_spot_detection_by_starts_at: boolean;
  rows: DraftRow[];
}

/** Tables of the meals that have one. */
export type Draft = Partial<Record<Operation, DraftTable>>;

export type SlotTables = Pick<Schemas["OperationSlots"], "calendar_operation_slots" | "cos_types">;

function countsOf(row: SlotRow): Record<Day, string> {
  return Object.fromEntries(DAYS.map((day) => [day, String(row[day] ?? 0)])) as Record<Day, string>;
}

/** Returns the stored state as a draft. */
export function draftOf({ calendar_operation_slots: tables, cos_types }: SlotTables): Draft {
  const drafts = Object.entries(tables).map(([name, table]) => {
    const rows = (table.rows ?? []).map((row) => ({
      key: String(row.id),
      id: row.id,
      inventory_group_id: row.inventory_group_id,
      start_time: row.start_time,
      end_time: row.end_time,
      counts: countsOf(row),
    }));
    const is_spot_detection_by_starts_at = table.header?.is_spot_detection_by_starts_at ?? false;
    return [name, { cos_type: cos_types[name] ?? "manual", is_spot_detection_by_starts_at, rows }];
  });
  return Object.fromEntries(drafts) as Draft;
}

/** Reports whether a text is a whole number that fits into the calendar. */
export function isCount(text: string): boolean {
  return /^\d{1,3}$/.test(text);
}

/** HH:mm in steps of five minutes (admin §5). */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5][05]$/.test(text);
}

export function isRowValid(row: DraftRow): boolean {
  const isForwards = isTime(row.start_time) && isTime(row.end_time) && row.start_time < row.end_time;
  return isForwards && DAYS.every((day) => isCount(row.counts[day]));
}

function isSame(a: DraftTable | undefined, b: DraftTable | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the meals whose table differs from the stored one. */
export function changedIn(draft: Draft, saved: Draft): Operation[] {
  return (Object.keys(draft) as Operation[]).filter((name) => !isSame(draft[name], saved[name]));
}

/** Reports whether the draft can be confirmed: it has a change, and all its rows are valid (admin §4). */
export function canConfirm(draft: Draft, saved: Draft): boolean {
  const changed = changedIn(draft, saved);
  return changed.length > 0 && changed.every((name) => draft[name]?.rows.every(isRowValid));
}

/** Returns the body to post: the changed tables, the ids of removed rows, and the changed tables as the page has them. */
export function bodyOf(
  draft: Draft,
  saved: Draft,
  { calendar_operation_slots: shown }: Pick<SlotTables, "calendar_operation_slots">,
): Schemas["OperationSlotsBody"] {
  const changed = changedIn(draft, saved);
  const kept = new Set(changed.flatMap((name) => draft[name]?.rows.map(({ id }) => id) ?? []));
  const before = changed.flatMap((name) => saved[name]?.rows ?? []);
  return {
    calendar_operation_slots: Object.fromEntries(changed.map((name) => [name, tableOf(draft[name])])),
    delete_slot_ids: before.flatMap(({ id }) => (id === null || kept.has(id) ? [] : [id])),
    expected: Object.fromEntries(changed.map((name) => [name, shown[name] ?? null])),
  };
}

function tableOf(table: DraftTable | undefined): Schemas["OperationSlotsTable"] {
  const rows = table?.rows.map(({ id, inventory_group_id, start_time, end_time, counts }) => ({
    id,
    inventory_group_id,
    start_time,
    end_time,
    ...(Object.fromEntries(DAYS.map((day) => [day, Number(counts[day])])) as Record<Day, number>),
  }));
  const { is_spot_detection_by_starts_at = false, cos_type } = table ?? {};
  return { header: cos_type === "header_none" ? null : { is_spot_detection_by_starts_at }, rows: rows ?? [] };
}

/** Returns a row for an inventory group over a whole meal, with all its items every day. */
export function rowFor(
  key: string,
  group: { id: number; items: number },
  span: { start: string; end: string },
  count = group.items,
): DraftRow {
  const counts = Object.fromEntries(DAYS.map((day) => [day, String(Math.min(count, MAX_COUNT))])) as Record<
    Day,
    string
  >;
  return { key, id: null, inventory_group_id: group.id, start_time: span.start, end_time: span.end, counts };
}
