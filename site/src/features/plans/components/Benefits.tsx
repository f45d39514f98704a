import { useTranslation } from "react-i18next";
import styles from "./plans.module.css";

const BENEFITS = ["advanced_search", "vacant_seat_label", "premium_calendar", "priority_email"] as const;

/** The benefits of premium: the four features that the teasers mention. */
export function Benefits() {
  const { t } = useTranslation();
  return (
    <ul className={styles.benefits}>
      {BENEFITS.map((benefit) => (
        <li key={benefit} id={benefit}>
          <h3>{t(`plans.teaser.${benefit}.title`)}</h3>
          <p>{t(`plans.teaser.${benefit}.text`)}</p>
        </li>
      ))}
    </ul>
  );
}
