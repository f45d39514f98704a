import { useTranslation } from "react-i18next";
import { send, showFlash } from "@/api";
import { Button, WriteProblem, useWrite } from "@/ui";
import styles from "./EmailBanner.module.css";

export function EmailBanner({ email }: { email: string }) {
  const { t } = useTranslation();
  const resending = useWrite();

  const resend = () =>
    resending.write(async () => {
      const { message } = await send("POST", "/users/after_registrations/confirm_email");
      showFlash({ kind: "notice", message, sticky: false });
    });

  return (
    <aside className={styles.banner} aria-label={t("email_banner.label")}>
      <div className={styles.inner}>
        <p>{t("email_banner.text", { email })}</p>
        <Button kind="text" busy={resending.busy} className={styles.resend} onClick={() => void resend()}>
          {t("email_banner.resend")}
        </Button>
        <WriteProblem write={resending} />
      </div>
    </aside>
  );
}
