import { describe, expect, it } from "vitest";
import { daysAfter, rangeFault } from "./search";

describe("the range of a search (F097)", () => {
  it("is seven days at most and never in the past", () => {
    expect(rangeFault("2026-12-01", "2026-12-07", "2026-12-01")).toBeNull();
    expect(rangeFault("2026-12-01", "2026-12-08", "2026-12-01")).toBe("range_too_long");
    expect(rangeFault("2026-12-03", "2026-12-02", "2026-12-01")).toBe("range_too_long");
    expect(rangeFault("2026-11-30", "2026-12-01", "2026-12-01")).toBe("date_past");
  });

  it("reckons over the end of a month", () => {
    expect(daysAfter("2026-12-28", 6)).toBe("2027-01-03");
  });
});
