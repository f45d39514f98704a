import { useEffect, useState } from "react";

/** 599.2 → "10:00"; never negative. */
export function minutesAndSeconds(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
}

function remainingSeconds(total: number, elapsedMs: number): number {
  return Math.max(0, Math.ceil(total - elapsedMs / 1000));
}

/**
 * Returns the seconds left of `total`, updated each second. It measures from its start, so a throttled background tab
 * catches up immediately; a changed `total` or `restartKey` restarts it.
 */
export function useCountdown(total: number, restartKey: string | number = ""): number {
  const [left, setLeft] = useState(total);
  const [run, setRun] = useState({ total, restartKey });
  if (run.total !== total || run.restartKey !== restartKey) {
    setRun({ total, restartKey });
    setLeft(total);
  }

  useEffect(() => {
    if (run.total <= 0) return;
    const startedAt = Date.now();
    const tick = () => {
      const next = remainingSeconds(run.total, Date.now() - startedAt);
      setLeft(next);
      if (next <= 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [run]);

  return left;
}
