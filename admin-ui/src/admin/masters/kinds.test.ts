import { expect, it } from "vitest";
import { isOver } from "./kinds";

it("a ticket ends on the day after its last day", () => {
  expect(isOver({ code: "A", valid_till: "2026-12-01" }, "2026-12-01")).toBe(false);
  expect(isOver({ code: "A", valid_till: "2026-12-01" }, "2026-12-02")).toBe(true);
  expect(isOver({ code: "A", valid_till: null }, "2026-12-02")).toBe(false);
  expect(isOver({ title: "an area" }, "2026-12-02")).toBe(false);
});
