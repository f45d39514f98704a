import { useTranslation } from "react-i18next";
import type { RaffleEntry } from "@/api";
import styles from "./Raffle.module.css";

/** The codes of the diner's entries with the heads of the chain. The diner keeps them to check the draw. */
export function EntryReceipts({ entries }: { entries: RaffleEntry[] }) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  return (
    <details className={styles.receipts}>
      <summary>{t("raffle.receipts", { count: entries.length })}</summary>
      <p className={styles.hint}>{t("raffle.receipts_text")}</p>
      <ol>
        {entries.map((entry) => (
          <li key={entry.code}>
            <strong>{entry.code}</strong>
            <code>{entry.chain_head}</code>
          </li>
        ))}
      </ol>
    </details>
  );
}
