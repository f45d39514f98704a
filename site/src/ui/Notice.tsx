import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";
import styles from "./Notice.module.css";
import { cx } from "./cx";

interface NoticeProps {
  kind?: "info" | "success" | "alert";
  live?: boolean;
  onClose?: () => void;
  children: ReactNode;
}

export function Notice({ kind = "info", live = false, onClose, children }: NoticeProps) {
  const { t } = useTranslation();
  return (
    <div
      className={cx(styles.notice, kind === "alert" && styles.alert, kind === "success" && styles.success)}
      role={live ? (kind === "alert" ? "alert" : "status") : undefined}
    >
      <Icon name={kind === "alert" ? "alert" : kind === "success" ? "check" : "info"} />
      <div className={styles.body}>{children}</div>
      {onClose && (
        <button type="button" className={styles.close} onClick={onClose} aria-label={t("common.close")}>
          <Icon name="close" size={18} />
        </button>
      )}
    </div>
  );
}
