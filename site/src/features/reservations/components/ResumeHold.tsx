import { useTranslation } from "react-i18next";
import type { ReservationSummary } from "@/api";
import { orderKindOf } from "@/features/booking";
import { paths } from "@/navigation";
import { ButtonLink, SpokenCountdown, minutesAndSeconds, useSecondsUntil } from "@/ui";
import styles from "./ResumeHold.module.css";

/** A link from a hold to the page that completes it, with the time that is left for it. */
export function ResumeHold({ reservation }: { reservation: ReservationSummary }) {
  const { t } = useTranslation();
  const order = orderKindOf(reservation.operation, reservation.restaurant);
  return (
    <div className={styles.resume}>
      {reservation.held_until !== null && <TimeLeft until={reservation.held_until} />}
      <ButtonLink kind="accent" to={paths.reviewOf(reservation.restaurant.slug, reservation.uid)}>
        {t(order ? "reservations.resume_order" : "reservations.resume")}
      </ButtonLink>
    </div>
  );
}

function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation();
  const seconds = useSecondsUntil(until);
  return (
    <>
      <p>
        {t("review.hold_left")}{" "}
        <span role="timer" aria-label={t("review.hold_left")}>
          {minutesAndSeconds(seconds)}
        </span>
      </p>
      <SpokenCountdown label={t("review.hold_left")} seconds={seconds} />
    </>
  );
}
