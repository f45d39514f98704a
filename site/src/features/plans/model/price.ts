import type { TFunction } from "i18next";
import type { Locale, PlanOffer, PlanQuote, PlanSpan } from "@/api";
import { formatYen } from "@seki/shared/civil-time";

type Interval = Pick<PlanOffer, "interval" | "interval_count">;

/** `per_{interval}s` with its count: 月額, 3か月ごと, 年額. */
export function perInterval(t: TFunction, { interval, interval_count }: Interval): string {
  return interval === "year"
    ? t("plans.per_years", { count: interval_count })
    : t("plans.per_months", { count: interval_count });
}

/** Returns the label of a span's price. The first month alone is 初月限定. */
export function spanLabel(t: TFunction, { from_month, till_month }: PlanSpan): string {
  if (till_month === null) {
    return from_month === 1 ? t("plans.span.always") : t("plans.span.from", { from: from_month });
  }
  if (till_month === 1) return t("plans.span.first_only");
  return t("plans.span.first", { till: till_month });
}

export function yen(locale: Locale, amount: number): string {
  return formatYen(amount, locale);
}

/** The copy differs for one, two and three months. */
export function trialCopy(t: TFunction, months: number): string {
  if (months === 2) return t("plans.trial.two");
  if (months === 3) return t("plans.trial.three");
  return t("plans.trial.one");
}

/** Returns the label of the button that subscribes: a trial is tried, another plan is bought. */
export function subscribeLabel(t: TFunction, { trial_months }: Pick<PlanQuote, "trial_months">): string {
  return trial_months === null ? t("plans.subscribe") : t("plans.try", { count: trial_months });
}

/** Returns how many whole months of the monthly plan a yearly plan costs less than twelve of them; 0 for other plans. */
export function monthsSaved(
  offer: Pick<PlanOffer, "interval" | "interval_count" | "amount">,
  offers: Pick<PlanOffer, "interval" | "interval_count" | "amount">[],
): number {
  const monthly = offers.find(({ interval, interval_count }) => interval === "month" && interval_count === 1);
  if (offer.interval !== "year" || offer.interval_count !== 1 || !monthly || monthly.amount === 0) return 0;
  return Math.max(0, Math.floor(12 - offer.amount / monthly.amount));
}
