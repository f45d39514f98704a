import { useTranslation } from "react-i18next";
import { Icon } from "@/ui";
import styles from "./ThreeDSecureModal.module.css";

/**
 * Covers the page while the card script shows the bank's own window. It is not a native modal, which would cover the
 * bank's window and make it unreachable.
 */
export function ThreeDSecureModal({ step, total }: { step: number; total: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.cover}>
      <div className={styles.box} role="status">
        <Icon name="lock" size={32} />
        <p className={styles.title}>{t("three_d_secure.title")}</p>
        <p>{t("three_d_secure.text")}</p>
        {total > 1 && <p className={styles.step}>{t("three_d_secure.step", { step, total })}</p>}
      </div>
    </div>
  );
}
