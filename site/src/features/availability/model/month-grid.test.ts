import { describe, expect, it } from "vitest";
import { dateAfterKey, entryDate, hasNextMonth, monthsAfter, statusOf, weeksOf } from "./month-grid";

const bounds = { today: "2026-11-21", reservableTill: "2026-12-31" };

describe("the month grid", () => {
  // F036
  it("starts weeks on Monday and holds each day once", () => {
    const weeks = weeksOf("2026-11");
    expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
    expect(weeks.flat().filter(Boolean)).toHaveLength(30);
    expect(weeksOf("2027-02")).toHaveLength(4);
  });

  it("distinguishes a full day from one without any slot", () => {
    const month = {
      dates: ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"],
      available_dates: ["2026-11-26"],
      closed_dates: ["2026-11-24"],
      past_cutoff_dates: ["2026-11-23"],
      has_availability: true,
    };
    expect(statusOf("2026-11-23", month, bounds)).toBe("ended");
    expect(statusOf("2026-11-24", month, bounds)).toBe("holiday");
    expect(statusOf("2026-11-20", month, bounds)).toBe("past");
    expect(statusOf("2026-11-25", month, bounds)).toBe("full");
    expect(statusOf("2026-11-26", month, bounds)).toBe("available");
    expect(statusOf("2026-11-27", month, bounds)).toBe("closed");
    expect(statusOf("2026-11-26", month, { ...bounds, reservableTill: null })).toBe("closed");
  });

  // F036
  it("continues only while the reservable day reaches the next month", () => {
    expect(hasNextMonth("2026-11", { ...bounds, reservableTill: "2026-12-01" })).toBe(true);
    expect(hasNextMonth("2026-11", { ...bounds, reservableTill: "2026-11-30" })).toBe(false);
    expect(hasNextMonth("2026-11", { ...bounds, reservableTill: null })).toBe(false);
    expect(monthsAfter("2026-11", { ...bounds, reservableTill: "2027-01-05" })).toEqual(["2026-12", "2027-01"]);
  });

  it("moves by keys within the visible range", () => {
    expect(dateAfterKey("2026-11-30", "ArrowRight", bounds)).toBe("2026-12-01");
    expect(dateAfterKey("2026-11-01", "ArrowLeft", bounds)).toBeNull();
    expect(dateAfterKey("2026-12-31", "ArrowDown", bounds)).toBeNull();
    expect(dateAfterKey("2026-11-25", "Home", bounds)).toBe("2026-11-23");
    expect(dateAfterKey("2026-11-25", "End", bounds)).toBe("2026-11-29");
    expect(dateAfterKey("2026-11-30", "PageDown", bounds)).toBe("2026-12-30");
    expect(dateAfterKey("2026-12-31", "PageUp", bounds)).toBe("2026-11-30");
    expect(dateAfterKey("2026-11-25", "x", bounds)).toBeNull();
  });

  it("focuses the chosen day, today or the first", () => {
    expect(entryDate("2026-11", "2026-11-25", bounds.today)).toBe("2026-11-25");
    expect(entryDate("2026-11", "2026-12-25", bounds.today)).toBe("2026-11-21");
    expect(entryDate("2026-12", null, bounds.today)).toBe("2026-12-01");
  });
});
