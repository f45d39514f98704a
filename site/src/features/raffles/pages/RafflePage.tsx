import { useTranslation } from "react-i18next";
import { AppLink, paths, useTitle } from "@/navigation";
import { PageFrame, Panel } from "@/ui";
import { ManualCheck } from "../components/ManualCheck";
import styles from "../components/Raffle.module.css";

const STEPS = ["enter", "keep", "draw", "book"] as const;

/** Explains raffles (diner §2). */
export default function RafflePage() {
  const { t } = useTranslation();
  useTitle(t("raffle_page.title"));
  return (
    <PageFrame narrow title={t("raffle_page.title")} lead={t("raffle_page.lead")}>
      <Panel className={styles.prose}>
        <ol>
          {STEPS.map((step) => (
            <li key={step}>{t(`raffle_page.steps.${step}`)}</li>
          ))}
        </ol>
        <h2>{t("raffle_page.fair_title")}</h2>
        <p className="prose">{t("raffle_page.fair")}</p>
        <p className="prose">{t("raffle_page.manual_winners")}</p>
        <ManualCheck />
        <p>
          <AppLink to={paths.preferred}>{t("raffle_page.yours")}</AppLink>
        </p>
        <p>
          <AppLink to={paths.raffle_bulk_entry}>{t("raffle.bulk")}</AppLink>
        </p>
      </Panel>
    </PageFrame>
  );
}
