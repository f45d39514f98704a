import { useTranslation } from "react-i18next";
import type { ReviewPage } from "@/api";
import { formatDate, formatVisit, formatYen } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
import { Facts, Panel } from "@/ui";
import styles from "./Money.module.css";

interface PolicyProps extends Pick<ReviewPage, "policy"> {
  /** Reservation fee per guest, if any. */
  fee?: number | undefined;
}

export function CancellationPolicy({ policy, fee }: PolicyProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Panel>
      <section className={styles.section} aria-labelledby="policy">
        <h2 id="policy" tabIndex={-1}>
          {t("restaurant.policy")}
        </h2>
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
                <tr key={tier.from} className={tier.applies_now ? styles.now : undefined}>
                  <th scope="row">
                    {tier.applies_now ? (
                      <strong>{t("review.policy.now")}</strong>
                    ) : (
                      <>
                        {formatDate(tier.from, locale)}
                        <span className={styles.unit}>
                          {tier.days_before === 0
                            ? t("policy.same_day")
                            : t("policy.days_before", { count: tier.days_before })}
                        </span>
                      </>
                    )}
                  </th>
                  <td>{tier.percent}%</td>
                  <td>{formatYen(tier.amount, locale)}</td>
                </tr>
              ))}
              {policy.no_show && (
                <tr>
                  <th scope="row">{t("policy.no_show")}</th>
                  <td>{policy.no_show.percent}%</td>
                  <td>{formatYen(policy.no_show.amount, locale)}</td>
                </tr>
              )}
            </tbody>
          </table>
        )}
        {fee !== undefined && (
          <p className={styles.note}>{t("restaurant.reservation_fee", { fee: formatYen(fee, locale) })}</p>
        )}
      </section>
    </Panel>
  );
}

interface FinalProps {
  items: ReviewPage["final_confirmation"];
  startsAt: string;
}

/** The facts that the law requires on the last screen before an order, from the server's data. */
export function FinalConfirmation({ items, startsAt }: FinalProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const facts = items.map(({ key, label, value }) => ({
    label,
    value: key === "service" ? formatVisit(startsAt, locale) : value,
  }));
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
