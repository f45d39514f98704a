import { useTranslation } from "react-i18next";
import { localePrefixOf, paths } from "@/navigation";
import type { LegalKind } from "@/navigation";
import styles from "./LegalLinks.module.css";

/** Links to documents next to a consent. They open in new tabs, so the form keeps its input. */
export function LegalLinks({ kinds }: { kinds: LegalKind[] }) {
  const { t } = useTranslation();
  return (
    <p className={styles.links}>
      {kinds.map((kind) => (
        <a key={kind} href={localePrefixOf(window.location.pathname) + paths.legalOf(kind)} target="_blank">
          {t(`legal.${kind}`)}
          <span className="visually-hidden">{t("common.new_tab")}</span>
        </a>
      ))}
    </p>
  );
}
