import { useTranslation } from "react-i18next";
import type { ReservationSummary } from "@/api";
import { AppLink, paths } from "@/navigation";
import { RetryThreeDSecure } from "./RetryThreeDSecure";
import { ResumeHold } from "./ResumeHold";
import styles from "./ReservationCard.module.css";
import { StatusTag } from "./StatusTag";

export function ReservationCard({ reservation }: { reservation: ReservationSummary }) {
  const { t } = useTranslation();
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
        <StatusTag status={reservation.status} />
        <h3>
          <AppLink to={paths.reservationOf(reservation.uid)} className={styles.link}>
            {reservation.restaurant.restaurant_name}
          </AppLink>
        </h3>
        <p className={styles.when}>{reservation.display_time}</p>
        <p className={styles.what}>
          {[
            t(reservation.restaurant.is_delivery_only ? "booking.portions_count" : "booking.guests_count", {
              count: reservation.guests_count,
            }),
            reservation.course_title,
            reservation.seat_title,
          ]
            .filter(Boolean)
            .join(" / ")}
        </p>
        {reservation.needs_3ds && <RetryThreeDSecure reservation={reservation} />}
        {reservation.status === "pending" && !reservation.needs_3ds && <ResumeHold reservation={reservation} />}
      </div>
    </article>
  );
}
