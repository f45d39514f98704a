import { useState } from "react";
import { useTranslation } from "react-i18next";

/** Seconds left at which a countdown is announced. */
const MARKS = [10, 60, 300];

/** Returns the smallest mark that has been reached, null before the first one; 0 at the end. */
function markAt(seconds: number): number | null {
  if (seconds <= 0) return 0;
  return MARKS.find((mark) => seconds <= mark) ?? null;
}

interface Props {
  /** The name of the countdown: "Time left on the hold". */
  label: string;
  seconds: number;
  /** Announced at zero. */
  end?: string;
}

/**
 * Announces a countdown at five minutes, one minute, ten seconds and its end. Screen readers do not read a `timer`
 * aloud, and would read it each second if they did.
 */
export function SpokenCountdown({ label, seconds, end = "" }: Props) {
  const { t } = useTranslation();
  const reached = markAt(seconds);
  // A live region announces changes only: a page that opens after a mark waits for the next one.
  const [first] = useState(reached);
  const mark = reached === first ? null : reached;
  return (
    <p className="visually-hidden" role="status">
      {mark === 0 && end}
      {mark !== null && mark >= 60 && t("common.spoken_minutes", { label, count: mark / 60 })}
      {mark !== null && mark > 0 && mark < 60 && t("common.spoken_seconds", { label, count: mark })}
    </p>
  );
}
