import { describe, expect, test } from "vitest";
import type { Period } from "./model";
import { barsOf, channelTotal, isSpan, leadRanges, monthsToChoose, shadeOf, totalOf, unknownParties } from "./model";

const CHANNELS = ["online", "invited", "in_person", "off_site"] as const;

function period(guests: number[], numbers: Partial<Period> = {}): Period {
  return {
    first_day: "2026-11-01",
    last_day: "2026-11-30",
    channels: CHANNELS.map((channel, index) => ({ channel, parties: 1, guests: guests[index] ?? 0 })),
    parties: 4,
    guests: guests.reduce((sum, each) => sum + each, 0),
    course_total: 1_000,
    no_shows: 0,
    no_show_guests: 0,
    cancellations: 0,
    cancelled_guests: 0,
    cancellation_fees: 0,
    new_parties: 1,
    returning_parties: 2,
    leads: [],
    average_lead: null,
    ...numbers,
  };
}

describe("the span of a report", () => {
  test("has at most two years and does not end before its start", () => {
    expect(isSpan("2026-11", "2026-11")).toBe(true);
    expect(isSpan("2024-12", "2026-11")).toBe(true);
    expect(isSpan("2024-11", "2026-11")).toBe(false);
    expect(isSpan("2026-11", "2026-10")).toBe(false);
  });

  test("has a choice of the months around the current one and the shown ones", () => {
    const months = monthsToChoose("2026-11", ["2020-01", "2026-11"]);
    expect(months[0]).toBe("2027-11");
    expect(months.at(-2)).toBe("2023-11");
    expect(months.at(-1)).toBe("2020-01");
    expect(months.filter((month) => month === "2026-11")).toHaveLength(1);
  });
});

const row = (...values: number[]) => values.map((value, index) => ({ key: String(index), value }));

describe("bars", () => {
  test("are shares of the longest one", () => {
    expect(barsOf([row(2, 0, 1), row(6, 0, 0), row(0, 0, 0)])).toEqual([
      [
        { key: "0", width: 33.3 },
        { key: "2", width: 16.7 },
      ],
      [{ key: "0", width: 100 }],
      [],
    ]);
  });

  test("without values are empty", () => {
    expect(barsOf([])).toEqual([]);
    expect(barsOf([row(0)])).toEqual([[]]);
  });
});

test("totals include all periods", () => {
  const periods = [period([1, 2, 3, 4]), period([10, 0, 0, 0], { no_shows: 2 })];
  expect(totalOf(periods, "guests")).toBe(20);
  expect(totalOf(periods, "no_shows")).toBe(2);
  expect(channelTotal(periods, "online")).toEqual({ parties: 2, guests: 11 });
  expect(unknownParties(periods[0] as Period)).toBe(1);
});

test("lead ranges end before the next one starts", () => {
  expect(leadRanges([0, 1, 4])).toEqual([
    { from: 0, till: 0 },
    { from: 1, till: 3 },
    { from: 4, till: null },
  ]);
});

test("shades grow with the share and skip shades on which no number is legible", () => {
  expect(shadeOf(0)).toEqual({ strength: 0, isDark: false });
  expect(shadeOf(50)).toEqual({ strength: 40, isDark: false });
  expect(shadeOf(51)).toEqual({ strength: 75.5, isDark: true });
  expect(shadeOf(100)).toEqual({ strength: 100, isDark: true });
});
