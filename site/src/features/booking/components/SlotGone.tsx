import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button, Icon, bringIntoReach } from "@/ui";
import styles from "./SlotGone.module.css";

interface SlotGoneProps {
  message: string | undefined;
  /** It is about an order, which has no seat. */
  isOrder: boolean;
  onBack: () => void;
}

/** Somebody was faster. One way on: back to what is still free on that day. */
export function SlotGone({ message, isOrder, onBack }: SlotGoneProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (heading.current) bringIntoReach(heading.current);
  }, []);

  return (
    <div className={styles.gone} role="alert">
      <Icon name="clock" size={36} />
      <h2 ref={heading} tabIndex={-1}>
        {t(isOrder ? "booking.gone.title_order" : "booking.gone.title")}
      </h2>
      <p>{message ?? t(isOrder ? "booking.gone.text_order" : "booking.gone.text")}</p>
      <Button kind="primary" onClick={onBack}>
        {t(isOrder ? "booking.gone.back_order" : "booking.gone.back")}
      </Button>
    </div>
  );
}
