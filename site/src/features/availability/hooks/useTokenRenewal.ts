import { useEffect } from "react";
import { useRevalidator } from "react-router";
import type { CalendarBoot } from "@/api";

/** Renews early, so no calendar request uses an expired token. */
const RENEW_MARGIN_MS = 5_000;

/** Reloads the page's data before its calendar token expires. */
export function useTokenRenewal(calendar: CalendarBoot): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const life = Date.parse(calendar.token_expires_at) - Date.parse(calendar.token_issued_at);
    const timer = setTimeout(() => void revalidate(), Math.max(RENEW_MARGIN_MS, life - RENEW_MARGIN_MS));
    return () => clearTimeout(timer);
  }, [calendar, revalidate]);
}
