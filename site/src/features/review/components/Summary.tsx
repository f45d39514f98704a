import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewPage } from "@/api";
import { formatDate, formatDay, formatVisit, formatYen } from "@seki/shared/civil-time";
import { Sums, orderKindOf } from "@/features/booking";
import { useLocale } from "@/navigation";
import { Facts, bringIntoReach } from "@/ui";
import styles from "./Summary.module.css";

interface SummaryProps {
  page: ReviewPage;
  /** Arrival time of a delivery, as chosen on this page. */
  arrival: string | undefined;
}

/** The order, each fact once, including the facts that the law requires on the last screen before an order. */
export function Summary({ page, arrival }: SummaryProps) {
  const { t } = useTranslation();
  const { restaurant, charges, total, paid, pay_at_restaurant } = page;
  return (
    <section className={styles.summary} aria-labelledby="final">
      <div className={styles.head}>
        <img src={restaurant.image_url} alt="" width={1600} height={1000} className={styles.picture} />
        <div>
          <h2 id="final" className={styles.heading}>
            {t("review.final.heading")}
          </h2>
          <p className={styles.name}>{restaurant.restaurant_name}</p>
        </div>
      </div>
      <Facts facts={useVisit(page, arrival)} />
      <Sums
        lines={charges.map(({ label, amount, unit_amount, quantity }) => ({
          label,
          amount,
          unit: { price: unit_amount, count: quantity },
        }))}
        paid={paid > 0 ? { label: t("review.charges.paid"), amount: paid } : null}
        now={{ label: t("review.charges.total"), amount: total - paid }}
        later={pay_at_restaurant > 0 ? { label: t("review.charges.at_restaurant"), amount: pay_at_restaurant } : null}
      />
      <Facts facts={useTerms(page)} />
      <p className={styles.note}>{t("review.final.lead")}</p>
    </section>
  );
}

/** Returns the visit's guests, time and course. */
function useVisit({ reservation, restaurant, final_confirmation }: ReviewPage, arrival: string | undefined) {
  const { t } = useTranslation();
  const locale = useLocale();
  const order = orderKindOf(reservation.operation, restaurant);
  // Before the diner chooses the hours of a delivery, only its day is known.
  const when =
    order === "delivery"
      ? (arrival ?? formatDate(reservation.date, locale))
      : formatVisit(reservation.starts_at, locale);
  const said = (keys: string[]) => final_confirmation.filter(({ key }) => keys.includes(key));
  return [
    ...said(["service"]).map(({ label }) => ({ label: order ? t(`review.final.${order}`) : label, value: when })),
    ...said(["quantity", "portions"]),
    { label: t("reservations.seat"), value: !order && reservation.seat_title },
    { label: t("restaurant.address"), value: order !== "delivery" && restaurant.address },
  ].filter(({ value }) => value);
}

/** Returns the terms of payment and cancellation. The full policy is above the checkboxes. */
function useTerms({ final_confirmation, policy }: ReviewPage) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isTiered = policy.tiers.length > 0;
  // The first tiers may be free, and all of them if the course is free.
  const first = policy.tiers.find(({ amount }) => amount > 0);
  return final_confirmation
    .filter(({ key }) => !["service", "quantity", "portions", "total", "at_restaurant"].includes(key))
    .map(({ key, label, value }) => {
      if (key !== "cancellation" || !isTiered) return { label, value };
      if (!first) return { label, value: t("review.final.no_fee") };
      const words = first.applies_now
        ? t("review.final.fee_now", { fee: formatYen(first.amount, locale) })
        : t("review.final.fee_from", { date: formatDay(first.from, locale) });
      return { label, value: <ToPolicy>{words}</ToPolicy> };
    });
}

/** The router's own links would keep the scroll position of the page. */
function goToPolicy(event: MouseEvent) {
  event.preventDefault();
  const policy = document.getElementById("policy");
  if (policy) bringIntoReach(policy);
}

/** A link to the policy on this page. */
function ToPolicy({ children }: { children: string }) {
  return (
    <a href="#policy" onClick={goToPolicy}>
      {children}
    </a>
  );
}
