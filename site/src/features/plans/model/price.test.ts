import { describe, expect, it } from "vitest";
import type { TFunction } from "i18next";
import { firstPayment, perInterval, spanLabel, trialCopy } from "./price";

const t = ((key: string, values?: object) => `${key}${values ? JSON.stringify(values) : ""}`) as unknown as TFunction;

describe("prices", () => {
  it("names the first month alone (F101)", () => {
    expect(spanLabel(t, { from_month: 1, till_month: 1, amount: 490 })).toBe("plans.span.first_only");
    expect(spanLabel(t, { from_month: 1, till_month: 3, amount: 490 })).toBe('plans.span.first{"till":3}');
    expect(spanLabel(t, { from_month: 4, till_month: null, amount: 980 })).toBe('plans.span.from{"from":4}');
    expect(spanLabel(t, { from_month: 1, till_month: null, amount: 980 })).toBe("plans.span.always");
  });

  it("distinguishes months from years, and trials from each other", () => {
    expect(perInterval(t, { interval: "year", interval_count: 1 })).toBe('plans.per_years{"count":1}');
    expect([1, 2, 3].map((months) => trialCopy(t, months))).toEqual([
      "plans.trial.one",
      "plans.trial.two",
      "plans.trial.three",
    ]);
  });

  it("states the first payment, its amount, and the renewal", () => {
    const month = { stripe_price_id: "p", grade: "green", interval: "month", interval_count: 1, amount: 980 } as const;
    const offer = { ...month, spans: [{ from_month: 1, till_month: 1, amount: 490 }] };
    const today = "2026-01-31";
    expect(firstPayment(offer, { today, trialMonths: 0, paidTill: null })).toEqual({
      paysOn: today,
      amount: 490,
      renewsOn: "2026-02-28",
    });
    const yearly = { ...month, interval: "year", amount: 9800, spans: [] };
    expect(firstPayment(yearly, { today, trialMonths: 2, paidTill: null })).toEqual({
      paysOn: "2026-03-31",
      amount: 9800,
      renewsOn: "2027-03-31",
    });
    expect(firstPayment(offer, { today, trialMonths: 0, paidTill: "2026-02-20" })).toEqual({
      paysOn: "2026-02-20",
      amount: 980,
      renewsOn: "2026-02-20",
    });
  });
});
