import { useTranslation } from "react-i18next";
import type { ReviewPage } from "@/api";
import { formatDate, formatVisit, formatYen } from "@seki/shared/civil-time";
import type { OrderKind } from "@/features/booking";
import { useLocale } from "@/navigation";
import { Facts, Panel } from "@/ui";
import styles from "./Money.module.css";

export function Charges({ page }: { page: ReviewPage }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const yen = (amount: number) => formatYen(amount, locale);
  return (
    <Panel>
      <section className={styles.section} aria-labelledby="charges">
        <h2 id="charges">{t("review.charges.heading")}</h2>
        <table className={styles.table}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t("review.charges.item")}</th>
              <th scope="col">{t("review.charges.amount")}</th>
            </tr>
          </thead>
          <tbody>
            {page.charges.map((charge) => (
              <tr key={charge.kind}>
                <th scope="row">
                  {charge.label}
                  <span className={styles.unit}>
                    {yen(charge.unit_amount)} × {charge.quantity}
                  </span>
                </th>
                <td>{yen(charge.amount)}</td>
              </tr>
            ))}
            <tr className={styles.total}>
              <th scope="row">{t("review.charges.total")}</th>
              <td>{yen(page.total)}</td>
            </tr>
            {page.pay_at_restaurant > 0 && (
              <tr>
                <th scope="row">{t("review.charges.at_restaurant")}</th>
                <td>{yen(page.pay_at_restaurant)}</td>
              </tr>
            )}
          </tbody>
        </table>
        <p className={styles.note}>{t("review.charges.tax_included")}</p>
      </section>
    </Panel>
  );
}

export function CancellationPolicy({ policy }: Pick<ReviewPage, "policy">) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Panel>
      <section className={styles.section} aria-labelledby="policy">
        <h2 id="policy">{t("restaurant.policy")}</h2>
        {policy.tiers.length === 0 && <p className={styles.text}>{policy.text}</p>}
        {policy.tiers.length > 0 && (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t("review.policy.from")}</th>
                <th scope="col">{t("review.policy.rate")}</th>
                <th scope="col">{t("review.policy.fee")}</th>
              </tr>
            </thead>
            <tbody>
              {policy.tiers.map((tier) => (
                <tr key={tier.from}>
                  <th scope="row">
                    {t("review.policy.from_date", { date: formatDate(tier.from, locale) })}
                    <span className={styles.unit}>
                      {tier.days_before === 0
                        ? t("policy.same_day")
                        : t("policy.days_before", { count: tier.days_before })}
                    </span>
                  </th>
                  <td>{tier.percent}%</td>
                  <td>{formatYen(tier.amount, locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Panel>
  );
}

interface FinalProps {
  items: ReviewPage["final_confirmation"];
  visit: Pick<ReviewPage["reservation"], "date" | "starts_at" | "course_title" | "guests_count">;
  /** Null where guests come and sit. */
  order?: OrderKind | null;
  /** When a delivery arrives, as chosen on this page. */
  arrival?: string | undefined;
}

/** What the law asks the last screen before an order to show, from the server's data. */
export function FinalConfirmation({ items, visit, order = null, arrival }: FinalProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  // Until the hours of a delivery are chosen, only its day is known.
  const when =
    order === "delivery" ? (arrival ?? formatDate(visit.date, locale)) : formatVisit(visit.starts_at, locale);
  const facts = items.map(({ key, label, value }) => {
    if (key === "service") return { label: order ? t(`review.final.${order}`) : label, value: when };
    if (key === "quantity" && order) {
      const portions = t("booking.portions_count", { count: visit.guests_count });
      return { label: t("review.final.ordered"), value: `${visit.course_title} × ${portions}` };
    }
    return { label, value };
  });
  return (
    <Panel>
      <section className={styles.section} aria-labelledby="final">
        <h2 id="final">{t("review.final.heading")}</h2>
        <p className={styles.note}>{t("review.final.lead")}</p>
        <Facts facts={facts} />
      </section>
    </Panel>
  );
}
