import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send, showFlash } from "@/api";
import { Button, Problem } from "@/ui";
import styles from "./EmailBanner.module.css";

export function EmailBanner({ email }: { email: string }) {
  const { t } = useTranslation();
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const resend = async () => {
    setSending(true);
    setRefusal(null);
    try {
      const { message } = await send("POST", "/users/after_registrations/confirm_email");
      showFlash({ kind: "notice", message, sticky: false });
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : t("common.network_error"));
    } finally {
      setSending(false);
    }
  };

  return (
    <aside className={styles.banner} aria-label={t("email_banner.label")}>
      <div className={styles.inner}>
        <p>{t("email_banner.text", { email })}</p>
        <Button kind="text" busy={sending} className={styles.resend} onClick={() => void resend()}>
          {t("email_banner.resend")}
        </Button>
        {refusal !== null && (
          <Problem>
            <p>{refusal}</p>
          </Problem>
        )}
      </div>
    </aside>
  );
}
