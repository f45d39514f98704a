import { describe, expect, it } from "vitest";
import { BrokenRule, EVERY_MONTH, LAST, haveAll, keyOf, linesOf, posted, ruleOf, rulesOf, withRules } from "./rules";
import type { RuleForm } from "./rules";

const form = (change: Partial<RuleForm> = {}): RuleForm => ({
  mode: "day_of_month",
  month: EVERY_MONTH,
  day_of_month: 1,
  week_of_month: 1,
  day_of_week: "monday",
  hour_of_day: 10,
  minute_of_hour: 0,
  ...change,
});

describe("adding rules", () => {
  // F196
  it("creates twelve rules for every month, and one for a single month or for every day", () => {
    expect(rulesOf(form()).map((rule) => rule.mode === "day_of_month" && rule.month)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ]);
    expect(rulesOf(form({ month: 2, day_of_month: LAST }))).toHaveLength(1);
    expect(rulesOf(form({ mode: "daily" }))).toEqual([{ mode: "daily", hour_of_day: 10, minute_of_hour: 0 }]);
  });

  // F196
  it("is disabled only if every resulting rule exists, and creates no duplicates", () => {
    const one = withRules([], form({ month: 3 }));
    expect(haveAll(one, form({ month: 3 }))).toBe(true);
    expect(haveAll(one, form())).toBe(false);
    const all = withRules(one, form());
    expect(all).toHaveLength(12);
    expect(haveAll(all, form({ month: 7 }))).toBe(true);
    expect(withRules(all, form())).toEqual(all);
    expect(haveAll(all, form({ minute_of_hour: 5 }))).toBe(false);
    expect(haveAll(all, form({ mode: "week_of_month" }))).toBe(false);
    expect(haveAll(all, form({ mode: "daily" }))).toBe(false);
  });

  it("keeps the order of the year", () => {
    const rules = withRules(
      withRules(withRules([], form({ month: 2, day_of_month: LAST })), form({ month: 2 })),
      form({ month: 1 }),
    );
    expect(rules.map((rule) => rule.mode === "day_of_month" && [rule.month, rule.day_of_month])).toEqual([
      [1, 1],
      [2, 1],
      [2, LAST],
    ]);
  });
});

describe("a rule of the server", () => {
  const clock = { hour_of_day: [10], minute_of_hour: [5] };
  const yearly = (validations: object) => ({
    rule_type: "yearly",
    interval: 1,
    validations: { ...clock, ...validations },
  });

  it("has the form of the rule that was posted", () => {
    const all = [
      [
        { rule_type: "daily", validations: clock },
        { hour_of_day: 10, minute_of_hour: 5 },
      ],
      [
        yearly({ month_of_year: [12], day_of_month: [-1] }),
        { month: 12, day_of_month: -1, hour_of_day: 10, minute_of_hour: 5 },
      ],
      [
        yearly({ month_of_year: [1], day_of_week: { "0": [5] } }),
        { month: 1, week_of_month: 5, day_of_week: "sunday", hour_of_day: 10, minute_of_hour: 5 },
      ],
    ] as const;
    for (const [rrule, flat] of all) expect(posted(ruleOf(rrule))).toEqual(flat);
  });

  it.each([
    {},
    { rule_type: "weekly", validations: clock },
    { rule_type: "daily", validations: { hour_of_day: [10] } },
    { rule_type: "daily", validations: { hour_of_day: [10, 11], minute_of_hour: [0] } },
    { rule_type: "daily", validations: { hour_of_day: [], minute_of_hour: [0] } },
    yearly({ month_of_year: [1] }),
    yearly({ month_of_year: [1], day_of_month: [1, 2] }),
    yearly({ month_of_year: [1, 2], day_of_month: [1] }),
    yearly({ month_of_year: [1], day_of_month: [1], day_of_week: { "1": [1] } }),
    yearly({ month_of_year: [1], day_of_week: { "1": [1, 2] } }),
    yearly({ month_of_year: [1], day_of_week: { "1": [1], "2": [1] } }),
    yearly({ month_of_year: [1], day_of_week: { "7": [1] } }),
  ])("without exactly one day, hour, minute and week is an error: %j", (rrule) => {
    expect(() => ruleOf(rrule)).toThrow(BrokenRule);
  });
});

it("rules for the same day of all months are one row", () => {
  const rules = withRules(withRules([], form()), form({ month: 3, day_of_month: 15 }));
  const lines = linesOf(rules);
  expect(lines.map(({ isEveryMonth, rules: shown }) => [isEveryMonth, shown.length])).toEqual([
    [true, 12],
    [false, 1],
  ]);
  expect(linesOf(rules.filter((rule) => keyOf(rule) !== keyOf(rules[0] ?? rule)))).toHaveLength(12);
});
