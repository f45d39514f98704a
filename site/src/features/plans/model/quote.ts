import type { PlanQuote, ShownQuote } from "@/api";

/** Returns what the last dialog showed of a quote. The server rejects the request if it would charge something else. */
export function shownQuote(quote: PlanQuote): ShownQuote {
  const { amount_today, first_payment_on, first_payment_amount, renews_on, overlaps } = quote;
  return {
    amount_today,
    first_payment_on,
    first_payment_amount,
    renews_on,
    overlaps: overlaps.map(({ grade }) => grade),
  };
}
