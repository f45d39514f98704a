import { describe, expect, it } from "vitest";
import { limitOf } from "./model";

describe("a limit of a quarter of an hour", () => {
  it("is a whole number within the bounds, in full or half width", () => {
    expect([limitOf("1", 999), limitOf(" 999 ", 999), limitOf("８", 999)]).toEqual([1, 999, 8]);
  });

  it("is null if the field is blank", () => {
    expect([limitOf("", 999), limitOf("　", 999)]).toEqual([null, null]);
  });

  it("is invalid if the server would reject it", () => {
    for (const text of ["0", "1000", "-1", "1.5", "many", "8名"]) expect(limitOf(text, 999)).toBe("invalid");
  });
});
