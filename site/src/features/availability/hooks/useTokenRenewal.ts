import { useEffect } from "react";
import { useRevalidator } from "react-router";
import type { CalendarBoot } from "@/api";

/** Renews early, so no calendar request uses an expired token. */
const RENEW_MARGIN_MS = 5_000;

/** Reloads the page's data before its calendar token expires, if enabled. */
export function useTokenRenewal(calendar: CalendarBoot, isEnabled = true): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isEnabled) return;
    const life = Date.parse(calendar.token_expires_at) - Date.parse(calendar.token_issued_at);
    const timer = setTimeout(() => void revalidate(), Math.max(RENEW_MARGIN_MS, life - RENEW_MARGIN_MS));
    return () => clearTimeout(timer);
  }, [calendar, revalidate, isEnabled]);
}
