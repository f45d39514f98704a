import { expect, it } from "vitest";
import type { SeatRow } from "../../daily-calendar/model/geometry";
import { ROWS } from "../../daily-calendar/testing/sheet";
import {
  allArranged,
  overlappingTable,
  isSamePlan,
  keyed,
  snapped,
  trayOf,
  turned,
  withPlaced,
  withTable,
  without,
} from "./draft";
import { SHEET, arranged, boundsOf, isOnSheet, neighbourOf, overlap, placedTable, tableAt, tablesOf } from "./plan";
import type { Table } from "./plan";
import { pixelsOf, scaleOf } from "./scale";

/** Returns a number of tables in one group, each for `capacity` guests. */
function groupOf(count: number, capacity: number): SeatRow[] {
  const [first] = ROWS;
  if (!first) throw new Error("no rows");
  const group = { ...first.group, uid: `group of ${capacity}`, capacity_per_stock: capacity };
  return Array.from({ length: count }, (_, index) => {
    const label = `T${index + 1}`;
    return { index, group, seat: { uid: label, id: index + 1, label } };
  });
}

function collisions(tables: readonly Table[]): string[] {
  return tables.flatMap((one, index) =>
    tables
      .slice(index + 1)
      .filter((other) => overlap(one, other))
      .map((other) => `${one.row.seat.label} ${other.row.seat.label}`),
  );
}

const table = (index: number, x: number, y: number): Table => {
  const row = ROWS[index];
  if (!row) throw new Error("no such row");
  return { row, x, y, width: 4, height: 4, shape: "rectangle" };
};

it.each([
  [1, 1],
  [8, 1],
  [40, 1],
  [40, 4],
  [40, 8],
  [12, 2],
])("lays out %s tables for %s guests on the sheet without overlaps", (count, capacity) => {
  const tables = arranged(groupOf(count, capacity));
  expect(tables).toHaveLength(count);
  expect(collisions(tables)).toEqual([]);
  expect(tables.every(isOnSheet)).toBe(true);
});

it("places counter seats without gaps, and limits the layout to the width of a tablet", () => {
  const counter = arranged(groupOf(8, 1));
  expect(boundsOf(counter)).toEqual({ x: 1, y: 1, width: 32, height: 4 });
  expect(boundsOf(arranged(groupOf(40, 4)))?.width).toBeLessThanOrEqual(34);
});

it("places new tables below the plan and omits deleted ones", () => {
  const placed = [placedTable(table(0, 10, 20)), { ...placedTable(table(1, 0, 0)), inventory_item_uid: "gone" }];
  const tables = tablesOf(ROWS, placed);
  expect(tables).toHaveLength(ROWS.length);
  expect(tables[0]).toMatchObject({ x: 10, y: 20 });
  expect(tables.slice(1).every(({ y }) => y > 24)).toBe(true);
  expect(collisions(tables)).toEqual([]);
});

it("finds the nearest table straight ahead, and none at the edge", () => {
  const tables = [table(0, 0, 0), table(1, 4, 0), table(2, 8, 0), table(4, 4, 10)];
  const labelOf = (from: number, key: string) => tables[from] && neighbourOf(tables, tables[from], key)?.row.seat.label;
  expect(labelOf(0, "ArrowRight")).toBe("C2");
  expect(labelOf(1, "ArrowLeft")).toBe("C1");
  expect(labelOf(1, "ArrowDown")).toBe("P1");
  expect(labelOf(3, "ArrowUp")).toBe("C2");
  expect(labelOf(0, "ArrowLeft")).toBeUndefined();
  expect(labelOf(0, "a")).toBeUndefined();
  expect(tableAt(tables, 7.9, 3.9)?.row.seat.label).toBe("C2");
  expect(tableAt(tables, 20, 3)).toBeNull();
});

it("snaps to whole squares within the sheet, and rejects an occupied place", () => {
  expect(snapped({ x: -3, y: 70.6, width: 1.2, height: 40 })).toEqual({ x: 0, y: SHEET - 24, width: 3, height: 24 });
  const tables = [table(0, 0, 0), table(1, 4, 0)];
  expect(withTable(tables, "c1", { x: 1 })).toBeNull();
  expect(overlappingTable(tables, "c1", { x: 1, y: 0, width: 4, height: 4 })?.row.seat.label).toBe("C2");
  expect(withTable(tables, "c1", { y: 4.4 })?.[0]).toMatchObject({ x: 0, y: 4 });
  expect(withTable(tables, "nobody", { x: 9 })).toBeNull();
});

it("keys move a table past others, rotate and enlarge it", () => {
  const [first, second] = [table(0, 0, 0), table(1, 4, 0)];
  expect(keyed([first, second], first, "ArrowRight")).toEqual({ x: 8, y: 0 });
  expect(keyed([first, second], first, "ArrowDown")).toEqual({ x: 0, y: 1 });
  expect(keyed([first, second], first, "ArrowLeft")).toEqual({});
  expect(keyed([first], first, "+")).toEqual({ width: 5, height: 5 });
  expect(keyed([first], first, "Tab")).toBeNull();
  expect(turned({ x: 0, y: 0, width: 6, height: 4 })).toEqual({ width: 4, height: 6 });
});

it("places a table from the tray on the first free squares, and returns it", () => {
  const tables = allArranged(ROWS);
  expect(trayOf(ROWS, tables)).toEqual([]);
  const fewer = without(tables, "c3");
  const [row] = trayOf(ROWS, fewer);
  if (!row) throw new Error("the tray is empty");
  expect(row.seat.label).toBe("C3");
  const again = withPlaced(fewer, row) ?? [];
  expect(again.at(-1)).toMatchObject({ x: 9, y: 1 });
  expect(collisions(again)).toEqual([]);
  expect(isSamePlan(again, tables)).toBe(true);
  expect(isSamePlan(again, fewer)).toBe(false);
});

it("draws the tables as large as the width allows", () => {
  const tables = [table(0, 1, 1), table(1, 29, 1)];
  const scale = scaleOf(tables, 990, { least: 24, most: 38 });
  expect(scale.unit).toBe(30);
  expect(pixelsOf({ x: 1, y: 1, width: 4, height: 4 }, scale)).toEqual({ left: 15, top: 15, width: 120, height: 120 });
  expect(scaleOf(tables, 300, { least: 24, most: 38 }).unit).toBe(24);
  expect(scaleOf([], 990, { least: 24, most: 38 }).unit).toBe(38);
});
