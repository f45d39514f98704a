import { expect, it } from "vitest";
import { isOwnerOrAdmin, mayExport } from "./session";

it("lets owners and staff export guests' data, and other roles at most read it", () => {
  expect((["owner", "staff", "floor", "read_only"] as const).map(mayExport)).toEqual([true, true, false, false]);
  expect(isOwnerOrAdmin("read_only")).toBe(true);
});
