import { useTranslation } from "react-i18next";
import type { PlanOffer } from "@/api";
import { useLocale } from "@/navigation";
import { perInterval, spanLabel, yen } from "../model/price";
import styles from "./plans.module.css";

/** Shows the price of an offer, the discounted months first. */
export function PriceTable({ offer }: { offer: PlanOffer }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <div className={styles.price}>
      <p className={styles.amount}>
        <strong>{yen(locale, offer.spans[0]?.amount ?? offer.amount)}</strong>
        <span>{perInterval(t, offer)}</span>
        <small>{t("plans.tax_included")}</small>
      </p>
      {offer.spans.length > 1 && (
        <ul className={styles.spans}>
          {offer.spans.map((span) => (
            <li key={span.from_month}>
              <span>{spanLabel(t, span)}</span>
              <span>{yen(locale, span.amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
