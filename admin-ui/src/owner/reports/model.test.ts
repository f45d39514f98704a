import { describe, expect, test } from "vitest";
import type { Period } from "./model";
import {
  channelTotal,
  columnsOf,
  isSpan,
  labelledOf,
  leadRanges,
  monthsToChoose,
  shadeOf,
  ticksOf,
  totalOf,
  turnRows,
  unknownParties,
} from "./model";

const CHANNELS = ["online", "invited", "in_person", "walk_in", "off_site"] as const;

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

describe("columns", () => {
  test("are stacked from the foot, without empty parts", () => {
    expect(columnsOf([[2, 0, 1], [10], [0, 0]], 10)).toEqual([
      [
        { part: 0, y: 80, height: 20 },
        { part: 2, y: 70, height: 10 },
      ],
      [{ part: 0, y: 0, height: 100 }],
      [],
    ]);
  });

  test.each([
    [1, [0, 1, 2]],
    [3.4, [0, 2, 4]],
    [20, [0, 10, 20]],
    [21, [0, 15, 30]],
    [101, [0, 60, 120]],
    [1_999, [0, 1_000, 2_000]],
    [12_345, [0, 8_000, 16_000]],
  ])("up to %s have three round ticks", (largest, ticks) => {
    expect(ticksOf(largest)).toEqual(ticks);
  });

  test("have few enough names that none overlaps the next one", () => {
    expect([...labelledOf(3, 6)]).toEqual([0, 1, 2]);
    expect([...labelledOf(7, 3)]).toEqual([0, 3]);
    expect([...labelledOf(104, 6)]).toEqual([0, 18, 36, 54, 72]);
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

const turn = (parties: number, average_minutes: number | null) => ({ parties, average_minutes });

test("turn times have a row for each party size, the last with larger parties", () => {
  const lunch = { by_size: [turn(1, 50), turn(0, null)], total: turn(1, 50) };
  const dinner = { by_size: [turn(1, 70), turn(2, 120)], total: turn(3, 103) };
  const rows = turnRows({
    sizes: [1, 2],
    overall: { by_size: [turn(2, 60), turn(2, 120)], total: turn(4, 90) },
    meals: [
      { operation: "lunch", label: "ランチ", times: lunch },
      { operation: "dinner", label: "ディナー", times: dinner },
    ],
  });
  expect(rows).toEqual([
    { size: 1, isLast: false, overall: turn(2, 60), meals: [turn(1, 50), turn(1, 70)] },
    { size: 2, isLast: true, overall: turn(2, 120), meals: [turn(0, null), turn(2, 120)] },
  ]);
});

test("shades grow with the share and skip shades on which no number is legible", () => {
  expect(shadeOf(0)).toEqual({ strength: 0, isDark: false });
  expect(shadeOf(50)).toEqual({ strength: 40, isDark: false });
  expect(shadeOf(51)).toEqual({ strength: 75.5, isDark: true });
  expect(shadeOf(100)).toEqual({ strength: 100, isDark: true });
});
