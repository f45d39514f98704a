import { useTranslation } from "react-i18next";
import { AppLink, paths, useTitle } from "@/navigation";
import { PageFrame, Panel } from "@/ui";
import styles from "../components/Raffle.module.css";

/** Explains how to get further entries (diner §2, gaps G121). */
export default function RaffleBulkEntryPage() {
  const { t } = useTranslation();
  useTitle(t("raffle_bulk.title"));
  return (
    <PageFrame narrow title={t("raffle_bulk.title")} lead={t("raffle_bulk.lead")}>
      <Panel className={styles.prose}>
        <ol>
          <li>{t("raffle_bulk.daily")}</li>
          <li>{t("raffle_bulk.early")}</li>
          <li>{t("raffle_bulk.limit")}</li>
        </ol>
        <p className="prose">{t("raffle_bulk.promotion")}</p>
        <p>
          <AppLink to={paths.raffle}>{t("raffle.what")}</AppLink>
        </p>
      </Panel>
    </PageFrame>
  );
}
