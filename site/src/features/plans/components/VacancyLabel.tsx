import { useTranslation } from "react-i18next";
import { formatDays } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
import styles from "./plans.module.css";

const SHOWN = 3;

/** The days on which a restaurant has seats, below its card. */
export function VacancyLabel({ dates }: { dates: string[] | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (!dates || dates.length === 0) return null;
  return <p className={styles.free}>{`${t("plans.vacancy.label")}: ${formatDays(dates.slice(0, SHOWN), locale)}`}</p>;
}
