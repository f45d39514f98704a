import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button, Icon, bringIntoReach } from "@/ui";
import styles from "./SlotGone.module.css";

/** Somebody was faster. One way on: back to what is still free on that day. */
export function SlotGone({ message, onBack }: { message: string | undefined; onBack: () => void }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (heading.current) bringIntoReach(heading.current);
  }, []);

  return (
    <div className={styles.gone} role="alert">
      <Icon name="clock" size={36} />
      <h2 ref={heading} tabIndex={-1}>
        {t("booking.gone.title")}
      </h2>
      <p>{message ?? t("booking.gone.text")}</p>
      <Button kind="primary" onClick={onBack}>
        {t("booking.gone.back")}
      </Button>
    </div>
  );
}
