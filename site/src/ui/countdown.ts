import { useEffect, useMemo, useState } from "react";
import { serverNow } from "@seki/shared/shell";

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
 * catches up immediately; a changed `total` or `restartKey` restarts it. Data that was read again may have the same
 * total, so its identity is the key then.
 */
export function useCountdown(total: number, restartKey: unknown = ""): number {
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

/** Returns the seconds left until an ISO 8601 instant, updated each second. A changed instant counts immediately. */
export function useSecondsUntil(instant: string): number {
  const total = useMemo(() => Math.max(0, (Date.parse(instant) - serverNow().getTime()) / 1000), [instant]);
  return useCountdown(total, instant);
}
