import { useTranslation } from "react-i18next";
import type { ReservationSummary } from "@/api";
import { orderKindOf } from "@/features/booking";
import styles from "./StatusTag.module.css";

type Shown = Pick<ReservationSummary, "status" | "is_declined" | "operation" | "restaurant">;

export function StatusTag({ reservation }: { reservation: Shown }) {
  const { t } = useTranslation();
  const { status, is_declined, operation, restaurant } = reservation;
  const isOrder = orderKindOf(operation, restaurant) !== null;
  return (
    <p className={styles.tag} data-status={status}>
      {is_declined
        ? t("reservations.declined")
        : t(isOrder && status === "accepted" ? "reservations.accepted_order" : `reservations.status.${status}`)}
    </p>
  );
}
