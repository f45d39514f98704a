import { useTranslation } from "react-i18next";
import type { PlanOffer } from "@/api";
import { formatDate } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
import { Facts, Notice } from "@/ui";
import { perInterval, yen } from "../model/price";
import { OverlapQuestion } from "./OverlapQuestion";
import { PriceTable } from "./PriceTable";

interface Props {
  /** An offer with the server's quote. */
  offer: PlanOffer;
  /** Whether the diner has a card. Without one, `BankSteps` says what the bank asks. */
  hasCard?: boolean;
  /** Whether a cancelled subscription is resumed, whose period is paid. */
  isResumed?: boolean;
  /** Whether the quote replaces one that the diner agreed to. */
  isChanged?: boolean;
  /** The diner's answer about other subscriptions that continue to be charged. */
  accepts: boolean;
  onAccept: (accepts: boolean) => void;
}

/**
 * The facts that the law requires on the last screen before a subscription: price, today's payment, first payment,
 * renewals, and how to cancel. All sums and dates come from the server's quote.
 */
export function SubscriptionTerms({
  offer,
  hasCard = true,
  isResumed = false,
  isChanged = false,
  accepts,
  onAccept,
}: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { quote } = offer;
  const day = (date: string) => formatDate(date, locale);
  const isLater = quote.amount_today === 0;
  const first = t(isResumed ? "plans.confirm.first_next" : "plans.confirm.first_later", {
    amount: yen(locale, quote.first_payment_amount),
    date: day(quote.first_payment_on),
  });
  const asked = isLater
    ? t("plans.confirm.card")
    : t("plans.confirm.card_asked", { amount: yen(locale, quote.amount_today) });
  const method = hasCard ? asked : t("plans.confirm.card_to_come");
  const renewals = quote.following.map(({ on, amount }) => (
    <div key={on}>
      {t("plans.confirm.renewal_value", {
        date: day(on),
        amount: yen(locale, amount),
        interval: perInterval(t, offer),
      })}
    </div>
  ));
  return (
    <>
      {isChanged && <Notice kind="alert">{t("plans.confirm.changed")}</Notice>}
      <p>{t("plans.confirm.lead")}</p>
      <PriceTable offer={offer} />
      <Facts
        facts={[
          { label: t("plans.confirm.what"), value: t(`plans.grade.${offer.grade}`) },
          { label: t("plans.confirm.today"), value: yen(locale, quote.amount_today) },
          ...(isLater ? [{ label: t("plans.confirm.first"), value: first }] : []),
          { label: t("plans.confirm.renewal"), value: renewals },
          {
            label: t("plans.confirm.method"),
            value: method,
          },
          { label: t("plans.confirm.end"), value: t("plans.confirm.end_value") },
        ]}
      />
      <OverlapQuestion offer={offer} accepts={accepts} onAccept={onAccept} />
    </>
  );
}
