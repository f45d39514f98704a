import { useState } from "react";
import { useTranslation } from "react-i18next";
import { send, useSession } from "@/api";
import { AppLink, paths } from "@/navigation";
import { Button, ErrorText, useWrite } from "@/ui";
import styles from "./EmailBanner.module.css";

/** Asks for consent once per browser. The server and a cookie store the choice. */
export function CookieBanner() {
  const { t } = useTranslation();
  const { cookies_agreed } = useSession();
  const [agreed, setAgreed] = useState(false);
  const agreeing = useWrite();
  if (cookies_agreed || agreed) return null;

  const agree = () =>
    agreeing.write(async () => {
      await send("POST", "/users/api/cookie_storage_agreements");
      setAgreed(true);
    });

  return (
    <aside className={styles.banner} aria-label={t("cookies.label")}>
      <div className={styles.inner}>
        <p>
          {t("cookies.text")} <AppLink to={paths.legalOf("privacy")}>{t("legal.privacy")}</AppLink>
        </p>
        <Button kind="text" busy={agreeing.busy} className={styles.resend} onClick={() => void agree()}>
          {t("cookies.agree")}
        </Button>
        {agreeing.error && <ErrorText>{t("common.network_error")}</ErrorText>}
      </div>
    </aside>
  );
}
