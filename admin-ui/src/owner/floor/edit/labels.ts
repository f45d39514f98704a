import type { Translate } from "@/owner/i18n/use-t";
import type { Table } from "../model/plan";

/** Returns the text of a table's position and size. */
export function spotLabel({ row, x, y, width, height }: Table, t: Translate): string {
  return t("floor_plan.spot", { label: row.seat.label, x, y, width, height });
}

export function overlapText(table: Table, other: Table, t: Translate): string {
  return t("floor_plan.hindered", { label: table.row.seat.label, other: other.row.seat.label });
}
