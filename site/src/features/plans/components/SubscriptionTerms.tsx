import { useTranslation } from "react-i18next";
import type { PlanOffer } from "@/api";
import { dateInZone, formatDate, TOKYO } from "@seki/shared/civil-time";
import type { CivilDate } from "@seki/shared/civil-time";
import { serverNow } from "@seki/shared/shell";
import { useLocale } from "@/navigation";
import { Facts } from "@/ui";
import { firstPayment, perInterval, yen } from "../model/price";
import { PriceTable } from "./PriceTable";

interface Props {
  offer: PlanOffer;
  /** Free months before the first payment. */
  trialMonths?: number;
  /** End of the paid period of a cancelled subscription that is resumed. */
  paidTill?: CivilDate | null;
}

/**
 * The facts that the law requires on the last screen before a subscription: price, first payment, renewals, and how to
 * cancel.
 */
export function SubscriptionTerms({ offer, trialMonths = 0, paidTill = null }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const today = dateInZone(serverNow(), TOKYO);
  const { paysOn, amount, renewsOn } = firstPayment(offer, { today, trialMonths, paidTill });
  const first =
    paysOn === today
      ? t("plans.confirm.first_now", { amount: yen(locale, amount) })
      : t(paidTill === null ? "plans.confirm.first_after_trial" : "plans.confirm.first_later", {
          amount: yen(locale, amount),
          date: formatDate(paysOn, locale),
        });
  return (
    <>
      <p>{t("plans.confirm.lead")}</p>
      <PriceTable offer={offer} />
      <Facts
        facts={[
          { label: t("plans.confirm.what"), value: t(`plans.grade.${offer.grade}`) },
          { label: t("plans.confirm.first"), value: first },
          {
            label: t("plans.confirm.renewal"),
            value: t("plans.confirm.renewal_value", {
              date: formatDate(renewsOn, locale),
              interval: perInterval(t, offer),
            }),
          },
          { label: t("plans.confirm.method"), value: t("plans.confirm.card") },
          { label: t("plans.confirm.end"), value: t("plans.confirm.end_value") },
        ]}
      />
    </>
  );
}
