import { useEffect, useEffectEvent, useRef } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { CalendarBoot } from "@/api";
import { useRenewal } from "@/navigation";

/** Renews early, so no calendar request uses an expired token. */
const RENEW_MARGIN_MS = 5_000;

/**
 * Reads the page's data again before its calendar token expires, if enabled. The timers of a suspended page are late: it
 * renews an expired token with its next request, and repeats the calendar requests of the old one.
 */
export function useTokenRenewal(calendar: CalendarBoot, isEnabled = true): void {
  const queryClient = useQueryClient();
  const renew = useRenewal();
  const start = useEffectEvent((signal: AbortSignal) => void renew(signal));
  useEffect(() => {
    if (!isEnabled) return;
    const life = Date.parse(calendar.token_expires_at) - Date.parse(calendar.token_issued_at);
    const wait = Math.max(RENEW_MARGIN_MS, life - RENEW_MARGIN_MS);
    const due = Date.now() + wait;
    const attempts = new AbortController();
    let isStarted = false;
    const begin = () => {
      if (!isStarted) start(attempts.signal);
      isStarted = true;
    };
    const timer = setTimeout(begin, wait);
    const unsubscribe = queryClient.getQueryCache().subscribe(() => {
      if (Date.now() >= due) begin();
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
      attempts.abort();
    };
  }, [queryClient, calendar, isEnabled]);
  const known = useRef(calendar.token);
  useEffect(() => {
    if (known.current === calendar.token) return;
    known.current = calendar.token;
    void queryClient.refetchQueries({
      queryKey: ["availability"],
      type: "active",
      predicate: ({ state }) => state.status === "error" || state.fetchStatus === "fetching",
    });
  }, [queryClient, calendar.token]);
}
