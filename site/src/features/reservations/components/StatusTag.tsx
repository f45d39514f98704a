import { useTranslation } from "react-i18next";
import type { ReservationStatus } from "@/api";
import styles from "./StatusTag.module.css";

export function StatusTag({ status }: { status: ReservationStatus }) {
  const { t } = useTranslation();
  return (
    <p className={styles.tag} data-status={status}>
      {t(`reservations.status.${status}`)}
    </p>
  );
}
