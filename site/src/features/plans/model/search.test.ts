import { describe, expect, it } from "vitest";
import { daysAfter, faultsOf, searchIn, searchOf } from "./search";

const TODAY = "2026-12-01";
const fine = searchOf(undefined, TODAY);
const within = (from_date: string, to_date: string) => faultsOf({ ...fine, from_date, to_date }, TODAY);
const priced = (price_min: string, price_max: string) => faultsOf({ ...fine, price_min, price_max }, TODAY);

describe("a search", () => {
  it("spans at most seven days, from today on", () => {
    expect(within("2026-12-01", "2026-12-07")).toEqual({});
    expect(within("2026-12-01", "2026-12-08")).toEqual({ to_date: "range_too_long" });
    expect(within("2026-12-02", "2026-12-01")).toEqual({ to_date: "range_backwards" });
    expect(within("2026-12-02", "")).toEqual({ to_date: "date_wrong" });
    expect(within("2026-11-30", "2026-12-01")).toEqual({ from_date: "date_past" });
    expect(within("", "2026-12-01")).toEqual({ from_date: "date_wrong" });
    expect(within("2026-13-99", "2026-12-01")).toEqual({ from_date: "date_wrong" });
  });

  it("has a valid price range, at most eight guests, and at most fifty characters", () => {
    expect(priced("1000", "1000")).toEqual({});
    expect(priced("", "1000")).toEqual({});
    expect(priced("20000", "1000")).toEqual({ price_max: "price_order" });
    expect(priced("-1", "1e3")).toEqual({ price_min: "price_wrong", price_max: "price_wrong" });
    expect(faultsOf({ ...fine, guests_count: "9" }, TODAY)).toEqual({ guests_count: "guests_wrong" });
    expect(faultsOf({ ...fine, keyword: "鮨".repeat(51) }, TODAY)).toEqual({ keyword: "keyword_too_long" });
    expect(faultsOf({ ...fine, keyword: "鮨".repeat(50) }, TODAY)).toEqual({});
  });

  it("is read from an address as it was typed", () => {
    const query = new URLSearchParams(
      "from_date=2020-01-01&operations[]=lunch&operations[]=dinner&cuisines=1,2&facilities[]=parking",
    );
    expect(searchIn(query, TODAY)).toMatchObject({
      from_date: "2020-01-01",
      to_date: "2020-01-07",
      guests_count: "2",
      operations: ["lunch", "dinner"],
      cuisines: ["1", "2"],
      facilities: ["parking"],
    });
    expect(searchIn(new URLSearchParams(), TODAY)).toMatchObject({ from_date: TODAY, to_date: "2026-12-07" });
  });

  it("counts days across the end of a month", () => {
    expect(daysAfter("2026-12-28", 6)).toBe("2027-01-03");
  });
});
