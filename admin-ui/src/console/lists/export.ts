import { downloadCSV } from "ra-core";
import type { Exporter, RaRecord } from "ra-core";
import { TOKYO, dateInZone } from "@seki/shared/civil-time";
import { serverNow } from "@seki/shared/shell";

type Cell = string | number | boolean | null | undefined;

/** A column of a file: its heading, and the cell of a record. */
export type ExportColumn<Row> = readonly [heading: string, cell: (row: Row) => Cell];

/** Returns the exporter of a list, which saves `FILE-DATE.csv`. */
export function exporterOf<Row extends RaRecord>(file: string, columns: readonly ExportColumn<Row>[]): Exporter<Row> {
  return (rows) => downloadCSV(csvOf(rows, columns), `${file}-${dateInZone(serverNow(), TOKYO)}`);
}

/** Spreadsheets read UTF-8 only after this mark. */
const BYTE_ORDER_MARK = "\uFEFF";
/** First characters of a formula. Japanese spreadsheets also accept the full-width signs. */
const FORMULA = /^(?:[\s\p{C}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

export function csvOf<Row>(rows: readonly Row[], columns: readonly ExportColumn<Row>[]): string {
  const lines = [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
}

/** Returns a cell in quotes. A text that a spreadsheet would read as a formula is marked as a text. */
function quoted(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = String(cell ?? "");
  return `"${FORMULA.test(text) ? "'" : ""}${text.replaceAll('"', '""')}"`;
}
