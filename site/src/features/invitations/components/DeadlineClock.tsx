import { useTranslation } from "react-i18next";
import { Notice, SpokenCountdown, minutesAndSeconds, useSecondsUntil } from "@/ui";

/** The time before the deadline at which the page begins to show the remaining time. */
const WARNING_SECONDS = 600;

/** Warns a guest who reads the invitation while its deadline passes. */
export function DeadlineClock({ deadlineAt }: { deadlineAt: string }) {
  const { t } = useTranslation();
  const left = useSecondsUntil(deadlineAt);
  return (
    <>
      {left <= WARNING_SECONDS && (
        <Notice kind="alert">
          {left > 0 ? (
            <p>
              {t("invitations.time_left")} <span role="timer">{minutesAndSeconds(left)}</span>
            </p>
          ) : (
            <p>{t("invitations.deadline_passed")}</p>
          )}
        </Notice>
      )}
      <SpokenCountdown label={t("invitations.time_left")} seconds={left} end={t("invitations.deadline_passed")} />
    </>
  );
}
