import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSiteConfig } from "@/api";
import { AppLink, LEGAL_KINDS, paths } from "@/navigation";
import { lazyPart } from "@/ui";
import styles from "./Footer.module.css";
import { Logo } from "./Logo";

/** Loaded when it is first opened. */
const ConciergeDialog = lazyPart(async () => (await import("@/features/concierge/components/ConciergeDialog")).default);

export function Footer() {
  const { t } = useTranslation();
  const [concierge, setConcierge] = useState<"unasked" | "open" | "closed">("unasked");
  const { links, concierge_phone, dev_inbox } = useSiteConfig();
  return (
    <>
      <footer className={styles.footer}>
        <div className={styles.inner}>
          <div className={styles.brand}>
            <Logo />
            <p>{t("footer.tagline")}</p>
          </div>
          <ul className={styles.links}>
            <li>
              <AppLink to={paths.home}>{t("footer.find")}</AppLink>
            </li>
            {links.help !== null && (
              <li>
                <AppLink to={links.help}>{t("menu.help")}</AppLink>
              </li>
            )}
            {links.owners !== null && (
              <li>
                <AppLink to={links.owners}>{t("menu.owners")}</AppLink>
              </li>
            )}
            {concierge_phone !== null && (
              <li>
                <button
                  type="button"
                  className={styles.button}
                  aria-haspopup="dialog"
                  onClick={() => setConcierge("open")}
                >
                  {t("concierge.open")}
                </button>
              </li>
            )}
            {LEGAL_KINDS.map((kind) => (
              <li key={kind}>
                <AppLink to={paths.legalOf(kind)}>{t(`legal.${kind}`)}</AppLink>
              </li>
            ))}
            {dev_inbox && (
              <li>
                <a href="/dev/inbox">{t("footer.dev_inbox")}</a>
              </li>
            )}
          </ul>
          <p className={styles.note}>{t("footer.prices")}</p>
        </div>
      </footer>
      {concierge_phone !== null && concierge !== "unasked" && (
        <ConciergeDialog phone={concierge_phone} open={concierge === "open"} onClose={() => setConcierge("closed")} />
      )}
    </>
  );
}
