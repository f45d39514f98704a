import { describe, expect, it } from "vitest";
import { addDays, addMonths, addMonthsToDate, dateInZone, daysInMonth, isCivilDate, mondayFirstWeekday } from ".";
import {
  formatClose,
  formatDate,
  formatDays,
  formatInstant,
  formatRange,
  formatShortDate,
  formatShortInstant,
  formatVisit,
  formatYen,
  weekdayNames,
} from ".";

describe("a civil date", () => {
  it("is valid only if the day exists", () => {
    expect(isCivilDate("2028-02-29")).toBe(true);
    expect(isCivilDate("2027-02-29")).toBe(false);
    expect(isCivilDate("2027-2-1")).toBe(false);
    expect(isCivilDate(null)).toBe(false);
  });

  it("is counted across the ends of months and years, in any time zone of the browser", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
    expect(addMonths("2026-11", 3)).toBe("2027-02");
    expect(addMonthsToDate("2027-01-31", 1)).toBe("2027-02-28");
    expect(daysInMonth("2028-02")).toBe(29);
    expect(mondayFirstWeekday("2026-11-23")).toBe(0);
    expect(mondayFirstWeekday("2026-11-29")).toBe(6);
  });

  it("of an instant is the date in the restaurant's zone", () => {
    const evening = new Date("2026-11-23T15:30:00Z");
    expect(dateInZone(evening, "Asia/Tokyo")).toBe("2026-11-24");
    expect(dateInZone(evening, "America/Los_Angeles")).toBe("2026-11-23");
  });
});

describe("a formatted time", () => {
  // F206
  it("is written in both languages, in Tokyo's zone", () => {
    expect(formatDate("2026-12-24", "ja")).toBe("2026年12月24日（木）");
    expect(formatDate("2026-12-04", "ja")).toBe("2026年12月04日（金）");
    expect(formatDate("2026-12-24", "en")).toBe("Thu, 24 December 2026");
    expect(formatInstant("2026-12-24T09:30:00Z", "ja")).toBe("2026年12月24日 18:30");
    expect(formatInstant("2026-12-03T15:30:00Z", "ja")).toBe("2026年12月04日 00:30");
    expect(formatInstant("2026-12-03T15:30:00Z", "en")).toBe("Fri, 4 December 2026 00:30");
    expect(weekdayNames("ja", "short").join("")).toBe("月火水木金土日");
    expect(formatYen(12_000, "ja")).toBe("12,000円");
    expect(formatYen(24_000, "en")).toBe("¥24,000");
  });

  it("of a visit is the restaurant's local time, whatever its zone", () => {
    expect(formatVisit("2026-12-24T18:30:00+09:00", "ja")).toBe("2026年12月24日 18:30");
    expect(formatVisit("2026-12-24T18:30:00-10:00", "en")).toBe("Thu, 24 December 2026 18:30");
  });

  it("of several days has one format", () => {
    expect(formatClose("2026-12-08T00:00:00+09:00", "ja")).toBe("2026年12月07日（月） 23:59");
    expect(formatClose("2026-12-08T18:00:00+09:00", "en")).toBe("Tue, 8 December 2026 17:59");
    expect(formatRange("2026-12-24", "2026-12-26", "en")).toBe("Thu, 24 December 2026 – Sat, 26 December 2026");
    expect(formatRange("2026-12-24", "2026-12-26", "ja")).toBe("2026年12月24日（木）〜2026年12月26日（土）");
    expect(formatRange("2026-12-24", "2026-12-24", "en")).toBe("Thu, 24 December 2026");
    expect(formatDays(["2026-11-28", "2026-12-01"], "en")).toBe("28\u00a0November, 1\u00a0December");
    expect(formatDays(["2026-11-28", "2026-12-01"], "ja")).toBe("11月28日、12月1日");
  });

  it("is shorter in a dense list", () => {
    expect(formatShortDate("2026-12-24", "ja")).toBe("2026年12月24日（木）");
    expect(formatShortDate("2026-09-04", "ja")).toBe("2026年09月04日（金）");
    expect(formatShortDate("2026-09-24", "en")).toBe("Thu, 24 Sep 2026");
    expect(formatShortInstant("2026-12-24T15:30:00Z", "ja")).toBe("2026年12月25日 00:30");
    expect(formatShortInstant("2026-12-24T15:30:00Z", "en")).toBe("25 Dec 2026 00:30");
  });
});
