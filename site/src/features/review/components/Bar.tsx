import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewPage } from "@/api";
import { formatDay, formatTime, formatYen } from "@seki/shared/civil-time";
import { usePublishedHeight } from "@seki/shared/layout";
import { orderKindOf } from "@/features/booking";
import { useLocale } from "@/navigation";
import { HoldClock } from "./HoldClock";
import styles from "./Bar.module.css";

interface BarProps {
  page: ReviewPage;
  /** Arrival time of a delivery, as chosen on this page. */
  arrival: string | undefined;
  /** Remaining seconds of the hold. */
  seconds: number;
  children: ReactNode;
}

/** The countdown and the button. On a phone they stay visible, with the day and the amount to pay now. */
export function Bar({ page: { reservation, restaurant, total, paid }, arrival, seconds, children }: BarProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const bar = usePublishedHeight("--bar");
  const order = orderKindOf(reservation.operation, restaurant);
  const day = formatDay(reservation.date, locale);
  const when = order === "delivery" ? (arrival ?? day) : `${day} ${formatTime(reservation.starts_at, locale)}`;
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label={t("review.bar")}>
      <HoldClock seconds={seconds} isOrder={order !== null} />
      <div className={styles.row}>
        <p className={styles.gist}>
          <span>{when}</span>
          <strong>{formatYen(total - paid, locale)}</strong>
        </p>
        {children}
      </div>
    </div>
  );
}
