import { useTranslation } from "react-i18next";
import styles from "./Hero.module.css";

export function Hero() {
  const { t } = useTranslation();
  return (
    <div className={styles.hero}>
      <img
        className={styles.picture}
        src="/pictures/hero.webp"
        alt=""
        width={1600}
        height={1000}
        fetchPriority="high"
      />
      <div className={styles.inner}>
        <div className={styles.copy}>
          <h1 className={styles.title}>
            <span>{t("home.hero.first")}</span>
            <span>{t("home.hero.second")}</span>
          </h1>
          <p className={styles.lead}>{t("home.hero.lead")}</p>
        </div>
      </div>
    </div>
  );
}
