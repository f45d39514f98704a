import { describe, expect, it } from "vitest";
import { dayColour, neighbours, totalsOf, weeksOf } from "./month";

const daysOf = (month: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ date: `${month}-${String(index + 1).padStart(2, "0")}` }));

describe("the weeks of a month", () => {
  it("start on Monday and leave days of other months empty", () => {
    const weeks = weeksOf(daysOf("2026-12", 31));
    expect(weeks).toHaveLength(5);
    expect(weeks[0]?.map((day) => day?.date.slice(8) ?? "")).toEqual(["", "01", "02", "03", "04", "05", "06"]);
    expect(weeks[4]?.map((day) => day?.date.slice(8) ?? "")).toEqual(["28", "29", "30", "31", "", "", ""]);
    expect(weeksOf([])).toEqual([]);
  });

  it("contain all days, even if a month fills its weeks", () => {
    expect(weeksOf(daysOf("2027-02", 28))).toHaveLength(4);
  });
});

it("finds the previous and the next month", () => {
  const months = ["2026-11", "2026-12", "2027-01"];
  expect(neighbours("2026-12", months)).toEqual({ previous: "2026-11", next: "2027-01" });
  expect(neighbours("2026-11", months)).toEqual({ previous: null, next: "2026-12" });
  expect(neighbours("2027-01", months)).toEqual({ previous: "2026-12", next: null });
});

it("adds up the meals of a day", () => {
  const meal = { operation: "lunch", label: "", web_stocks: 0, free_web_stocks: 0, marks: [] } as const;
  const meals = [
    { ...meal, reservations: 2, guests: 5, marks: [] },
    { ...meal, reservations: 1, guests: 2, marks: [] },
  ];
  const day = { date: "2026-12-01", meals, tag_ids: [] };
  expect(totalsOf(day as never)).toEqual({ reservations: 3, guests: 7 });
});

it("colours Sundays and holidays", () => {
  expect(dayColour({ date: "2026-12-06", holiday: null })).toBe("secondary.main");
  expect(dayColour({ date: "2026-11-23", holiday: "勤労感謝の日" })).toBe("secondary.main");
  expect(dayColour({ date: "2026-12-05", holiday: null })).toBe("primary.main");
  expect(dayColour({ date: "2026-12-01", holiday: null })).toBe("text.primary");
});
