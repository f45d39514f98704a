import { useTranslation } from "react-i18next";
import type { ReservationSummary } from "@/api";
import { orderKindOf } from "@/features/booking";
import { AppLink, paths, useLocale } from "@/navigation";
import { whenOf } from "../model/when";
import { RetryThreeDSecure } from "./RetryThreeDSecure";
import { ResumeHold } from "./ResumeHold";
import styles from "./ReservationCard.module.css";
import { StatusTag } from "./StatusTag";

export function ReservationCard({ reservation }: { reservation: ReservationSummary }) {
  const { t } = useTranslation();
  const waits = reservation.needs_3ds || reservation.open_payment !== null;
  const locale = useLocale();
  const order = orderKindOf(reservation.operation, reservation.restaurant);
  return (
    <article className={styles.card}>
      <img
        className={styles.picture}
        src={reservation.restaurant.image_url}
        alt=""
        width={1600}
        height={1000}
        loading="lazy"
      />
      <div className={styles.text}>
        <StatusTag reservation={reservation} />
        <h3>
          <AppLink to={paths.reservationOf(reservation.uid)} className={styles.link}>
            {reservation.restaurant.restaurant_name}
          </AppLink>
        </h3>
        <p className={styles.when}>{whenOf(t, reservation, locale)}</p>
        <p className={styles.what}>
          {[
            t(order ? "booking.portions_count" : "booking.guests_count", {
              count: reservation.guests_count,
            }),
            reservation.course_title,
            order === "takeaway" ? t("operation.takeaway") : order === null && reservation.seat_title,
          ]
            .filter(Boolean)
            .join(" / ")}
        </p>
        {waits && <RetryThreeDSecure reservation={reservation} />}
        {reservation.status === "pending" && !waits && <ResumeHold reservation={reservation} />}
      </div>
    </article>
  );
}
