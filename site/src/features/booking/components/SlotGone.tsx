import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button, Icon, bringIntoReach } from "@/ui";
import styles from "./SlotGone.module.css";

interface SlotGoneProps {
  /**
   * Another diner was faster just now; otherwise the address names a slot that the day does not offer, for any reason.
   */
  isTaken: boolean;
  message?: string | undefined;
  /** The slot is for an order, which has no seat. */
  isOrder: boolean;
  onBack: () => void;
}

/** Shown if the selection is not available. It leads back to the slots that are still free on that day. */
export function SlotGone({ isTaken, message, isOrder, onBack }: SlotGoneProps) {
  const { t } = useTranslation();
  const why = isTaken ? "gone" : "not_offered";
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (heading.current) bringIntoReach(heading.current);
  }, []);

  return (
    <div className={styles.gone} role="alert">
      <Icon name="clock" size={36} />
      <h2 ref={heading} tabIndex={-1}>
        {t(isOrder ? `booking.${why}.title_order` : `booking.${why}.title`)}
      </h2>
      <p>{message ?? t(isOrder ? `booking.${why}.text_order` : `booking.${why}.text`)}</p>
      <Button kind="primary" onClick={onBack}>
        {t(isOrder ? "booking.gone.back_order" : "booking.gone.back")}
      </Button>
    </div>
  );
}
