import { useEffect, useEffectEvent } from "react";
import type { CalendarBoot } from "@/api";
import { useRenewal } from "@/navigation";

/** Renews early, so no calendar request uses an expired token. */
const RENEW_MARGIN_MS = 5_000;

/** Reads the page's data again before its calendar token expires, if enabled. */
export function useTokenRenewal(calendar: CalendarBoot, isEnabled = true): void {
  const renew = useRenewal();
  const start = useEffectEvent((signal: AbortSignal) => void renew(signal));
  useEffect(() => {
    if (!isEnabled) return;
    const life = Date.parse(calendar.token_expires_at) - Date.parse(calendar.token_issued_at);
    const attempts = new AbortController();
    const timer = setTimeout(() => start(attempts.signal), Math.max(RENEW_MARGIN_MS, life - RENEW_MARGIN_MS));
    return () => {
      clearTimeout(timer);
      attempts.abort();
    };
  }, [calendar, isEnabled]);
}
