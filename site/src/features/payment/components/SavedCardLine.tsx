import { useTranslation } from "react-i18next";
import type { SavedCard } from "@/api";
import { Icon } from "@/ui";
import styles from "./SavedCardLine.module.css";

export function SavedCardLine({ card }: { card: SavedCard }) {
  const { t } = useTranslation();
  const expiry = `${String(card.exp_month).padStart(2, "0")}/${String(card.exp_year).slice(-2)}`;
  return (
    <p className={styles.card}>
      <Icon name="card" size={24} />
      <span>
        <strong className={styles.brand}>{card.brand}</strong> <span>{t("card.ending", { last4: card.last4 })}</span>
        <span className={styles.more}>
          {t("card.expires", { expiry })}
          {card.name && ` / ${card.name}`}
        </span>
      </span>
    </p>
  );
}
