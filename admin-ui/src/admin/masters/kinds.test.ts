import { expect, it } from "vitest";
import { isOver, kinds } from "./kinds";

// G220
it("a risky setting is in no form of a record that exists", () => {
  const later = [...kinds.operations, ...kinds.inventory_groups].filter((field) => !("isOnce" in field));
  const names = later.map(({ name }) => name);
  expect(names).toContain("opens_at");
  expect(names).not.toEqual(expect.arrayContaining(["capacity_per_stock"]));
  expect(names).not.toEqual(expect.arrayContaining(["default_stay_minutes"]));
  expect(names).not.toEqual(expect.arrayContaining(["cutoff_hours"]));
});

it("a ticket ends on the day after its last day", () => {
  expect(isOver({ code: "A", valid_till: "2026-12-01" }, "2026-12-01")).toBe(false);
  expect(isOver({ code: "A", valid_till: "2026-12-01" }, "2026-12-02")).toBe(true);
  expect(isOver({ code: "A", valid_till: null }, "2026-12-02")).toBe(false);
  expect(isOver({ title: "an area" }, "2026-12-02")).toBe(false);
});
