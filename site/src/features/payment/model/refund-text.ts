import type { TFunction } from "i18next";

interface Refunds {
  amount: number;
  refund_due: number;
  refunded_amount: number;
  lost_amount: number;
  dispute: "inquiry" | "open" | "won" | "lost" | null;
}

/**
 * Returns a sentence about the refund of a charge, made and in progress, or about its dispute at the diner's bank: `null`
 * without either. The amount that the bank returned is not refunded again.
 */
export function refundText(
  t: TFunction,
  { amount, refund_due: due, refunded_amount: made, lost_amount: lost, dispute }: Refunds,
  yen: (amount: number) => string,
): string | null {
  const refunded = { amount: yen(made) };
  const missing = { amount: yen(due - made) };
  if (dispute === "open") return due > made ? t("reservations.refund_deferred", missing) : t("reservations.disputed");
  if (lost > 0) return t("reservations.returned_by_bank", { amount: yen(lost) });
  if (due === 0) return null;
  const isWhole = due >= amount;
  if (made >= due) return isWhole ? t("reservations.refunded_whole") : t("reservations.refunded", refunded);
  if (made === 0) return isWhole ? t("reservations.refund_due_whole") : t("reservations.refund_due", missing);
  return [t("reservations.refunded", refunded), t("reservations.refund_due", missing)].join(t("reservations.and"));
}
