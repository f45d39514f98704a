import { useEffect } from "react";
import { useRevalidator } from "react-router";
import type { CalendarBoot } from "@/api";

/** Leave a little before the token does, so that no look at the calendar meets an expired one. */
const RENEW_MARGIN_MS = 5_000;

/** Reads the page anew while its calendar token still lives. */
export function useTokenRenewal(calendar: CalendarBoot): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const life = Date.parse(calendar.token_expires_at) - Date.parse(calendar.token_issued_at);
    const timer = setTimeout(() => void revalidate(), Math.max(RENEW_MARGIN_MS, life - RENEW_MARGIN_MS));
    return () => clearTimeout(timer);
  }, [calendar, revalidate]);
}
