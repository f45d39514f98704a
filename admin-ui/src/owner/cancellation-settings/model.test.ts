import { describe, expect, it } from "vitest";
import { turned, wholeNumber } from "./model";

// F145
it("accepts whole numbers up to the column's maximum", () => {
  expect(wholeNumber("0")).toBe(0);
  expect(wholeNumber(" 14 ")).toBe(14);
  expect(wholeNumber("2147483647")).toBe(2_147_483_647);
  for (const bad of ["", "-1", "1.5", "2147483648", "99999999999", "a week"]) expect(wholeNumber(bad)).toBeNull();
});

describe("the switch", () => {
  // F145
  it("clears the days and restores them", () => {
    const off = turned({ on: true, days: "7", last: "" });
    expect(off).toEqual({ on: false, days: "", last: "7" });
    expect(turned(off)).toEqual({ on: true, days: "7", last: "7" });
  });
});
