import { useTranslation } from "react-i18next";
import type { PlanQuote } from "@/api";
import { useLocale } from "@/navigation";
import { yen } from "../model/price";

/** Shows a diner without a card that one is needed, and the sums of the bank's dialogs. */
export function BankSteps({ quote }: { quote: PlanQuote }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const sums = { none: yen(locale, 0), amount: yen(locale, quote.amount_today) };
  return (
    <p>
      {t("plans.card_first")} {t(quote.amount_today === 0 ? "plans.bank_once" : "plans.bank_twice", sums)}
    </p>
  );
}
