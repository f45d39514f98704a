import { useTranslation } from "react-i18next";
import type { ReservationSummary } from "@/api";
import { orderKindOf } from "@/features/booking";
import { paths } from "@/navigation";
import { ButtonLink } from "@/ui";
import styles from "./ResumeHold.module.css";

/** A link from a hold to the page that completes it. */
export function ResumeHold({ reservation }: { reservation: ReservationSummary }) {
  const { t } = useTranslation();
  const order = orderKindOf(reservation.operation, reservation.restaurant);
  return (
    <div className={styles.resume}>
      <ButtonLink kind="accent" to={paths.reviewOf(reservation.restaurant.slug, reservation.uid)}>
        {t(order ? "reservations.resume_order" : "reservations.resume")}
      </ButtonLink>
    </div>
  );
}
