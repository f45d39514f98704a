import { describe, expect, it } from "vitest";
import type { TFunction } from "i18next";
import { monthsSaved, perInterval, spanLabel, subscribeLabel, trialCopy } from "./price";

const t = ((key: string, values?: object) => `${key}${values ? JSON.stringify(values) : ""}`) as unknown as TFunction;

describe("prices", () => {
  it("names the first month alone (F101)", () => {
    expect(spanLabel(t, { from_month: 1, till_month: 1, amount: 490 })).toBe("plans.span.first_only");
    expect(spanLabel(t, { from_month: 1, till_month: 3, amount: 490 })).toBe('plans.span.first{"till":3}');
    expect(spanLabel(t, { from_month: 4, till_month: null, amount: 980 })).toBe('plans.span.from{"from":4}');
    expect(spanLabel(t, { from_month: 1, till_month: null, amount: 980 })).toBe("plans.span.always");
  });

  it("counts the months that a year saves", () => {
    const monthly = { interval: "month", interval_count: 1, amount: 980 } as const;
    const yearly = { interval: "year", interval_count: 1, amount: 9_800 } as const;
    expect(monthsSaved(yearly, [monthly, yearly])).toBe(2);
    expect(monthsSaved(yearly, [yearly])).toBe(0);
    expect(monthsSaved(monthly, [monthly, yearly])).toBe(0);
    expect(monthsSaved({ ...yearly, amount: 12_000 }, [monthly])).toBe(0);
  });

  it("labels a trial as one", () => {
    expect(subscribeLabel(t, { trial_months: null })).toBe("plans.subscribe");
    expect(subscribeLabel(t, { trial_months: 1 })).toBe('plans.try{"count":1}');
  });

  it("distinguishes months from years, and trials from each other", () => {
    expect(perInterval(t, { interval: "year", interval_count: 1 })).toBe('plans.per_years{"count":1}');
    expect([1, 2, 3].map((months) => trialCopy(t, months))).toEqual([
      "plans.trial.one",
      "plans.trial.two",
      "plans.trial.three",
    ]);
  });
});
