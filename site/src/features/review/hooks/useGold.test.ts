import { describe, expect, it } from "vitest";
import { missingOf } from "./useGold";

describe("a gold member's preference", () => {
  const blank = { is_first_visit: false, last_visit_period: "", usage_scene: "", food_amount: "" };

  // F106
  it("requires the last visit unless this is the first", () => {
    expect(missingOf(blank)).toEqual(["last_visit_period", "usage_scene", "food_amount"]);
    expect(missingOf({ ...blank, is_first_visit: true })).toEqual(["usage_scene", "food_amount"]);
    expect(missingOf({ ...blank, last_visit_period: "over_1_year", usage_scene: "date", food_amount: "less" })).toEqual(
      [],
    );
  });
});
