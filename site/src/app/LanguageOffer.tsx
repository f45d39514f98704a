import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchPage, useSession } from "@/api";
import { addressInLocale, browser, paths } from "@/navigation";
import { Button } from "@/ui";
import styles from "./EmailBanner.module.css";

/**
 * Offers a visitor their browser's language, in that language, until they choose one. Keeping the current language is a
 * choice, too.
 */
export function LanguageOffer() {
  const { t, i18n } = useTranslation();
  const { offered_locale } = useSession();
  const [answered, setAnswered] = useState(false);
  if (offered_locale === null || answered) return null;

  const stay = () => {
    setAnswered(true);
    void fetchPage(`${paths.home}?locale=${i18n.language}`).catch(() => undefined);
  };
  return (
    <aside className={styles.banner} lang={offered_locale} aria-label={t("language_offer.label")}>
      <div className={styles.inner}>
        <p>{t("language_offer.text")}</p>
        <div>
          <Button
            kind="text"
            onClick={() => browser.assign(addressInLocale(new URL(window.location.href), offered_locale))}
          >
            {t("language_offer.change")}
          </Button>
          <Button kind="text" onClick={stay}>
            {t("language_offer.stay")}
          </Button>
        </div>
      </div>
    </aside>
  );
}
