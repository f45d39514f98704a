import { useTranslation } from "react-i18next";
import { Icon, SpokenCountdown, cx, minutesAndSeconds } from "@/ui";
import styles from "./HoldClock.module.css";

const HURRY_SECONDS = 60;

export function HoldClock({ seconds, isOrder }: { seconds: number; isOrder: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={cx(styles.clock, seconds <= HURRY_SECONDS && styles.hurry)}>
      <Icon name="clock" />
      <p>{t(isOrder ? "review.hold_order" : "review.hold")}</p>
      <p className={styles.time} role="timer" aria-label={t("review.hold_left")}>
        {minutesAndSeconds(seconds)}
      </p>
      <SpokenCountdown label={t("review.hold_left")} seconds={seconds} />
    </div>
  );
}
