import { useTranslation } from "react-i18next";
import type { ReservationSummary } from "@/api";
import styles from "./StatusTag.module.css";

export function StatusTag({ reservation }: { reservation: Pick<ReservationSummary, "status" | "is_declined"> }) {
  const { t } = useTranslation();
  const { status, is_declined } = reservation;
  return (
    <p className={styles.tag} data-status={status}>
      {is_declined ? t("reservations.declined") : t(`reservations.status.${status}`)}
    </p>
  );
}
