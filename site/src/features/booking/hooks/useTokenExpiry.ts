import { useEffect, useEffectEvent } from "react";
import type { CalendarBoot } from "@/api";

/** Calls once when the calendar token's life is over, counted from when this page got it. */
export function useTokenExpiry(
  { token_issued_at, token_expires_at }: Pick<CalendarBoot, "token_issued_at" | "token_expires_at">,
  onExpired: () => void,
): void {
  const expired = useEffectEvent(onExpired);
  useEffect(() => {
    const life = Date.parse(token_expires_at) - Date.parse(token_issued_at);
    const timer = setTimeout(() => expired(), Math.max(0, life));
    return () => clearTimeout(timer);
  }, [token_issued_at, token_expires_at]);
}
