import { useTranslation } from "react-i18next";
import type { Locale } from "@/api";
import { addressInLocale, browser, useLocale } from "@/navigation";
import { Icon } from "@/ui";
import styles from "./LanguageSwitcher.module.css";

const LOCALES: Locale[] = ["ja", "en"];

/** A document navigation: the server stores the language and uses it in later responses. */
export function LanguageSwitcher() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <label className={styles.switcher}>
      <Icon name="globe" size={18} />
      <span className="visually-hidden">{t("common.language.label")}</span>
      <select
        className={styles.select}
        value={locale}
        onChange={(event) => {
          const next = LOCALES.find((known) => known === event.target.value);
          if (next) browser.assign(addressInLocale(new URL(window.location.href), next));
        }}
      >
        {LOCALES.map((each) => (
          <option key={each} value={each} lang={each}>
            {t(`common.language.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
