import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api";
import type { CalendarBoot } from "@/api";
import { browser } from "@/navigation";
import { useAsk } from "@/ui";
import { isTokenRefused } from "../api/create-reservation";

/**
 * Tells once that the calendar token's life is over, counted from when this page got it, and reads the page anew. A page that slept
 * may learn it from a refusal first.
 */
export function useTokenExpiry(
  { token_issued_at, token_expires_at }: Pick<CalendarBoot, "token_issued_at" | "token_expires_at">,
  refusal: unknown,
): () => Promise<void> {
  const { t } = useTranslation();
  const { tell } = useAsk();
  const isTold = useRef(false);

  const expire = async () => {
    if (isTold.current) return;
    isTold.current = true;
    await tell(t("booking.token_expired"), t("booking.token_expired_text"));
    browser.reload();
  };

  const expired = useEffectEvent(() => void expire());
  useEffect(() => {
    const life = Date.parse(token_expires_at) - Date.parse(token_issued_at);
    const timer = setTimeout(() => expired(), Math.max(0, life));
    return () => clearTimeout(timer);
  }, [token_issued_at, token_expires_at]);
  useEffect(() => {
    if (refusal instanceof ApiError && isTokenRefused(refusal.problem)) expired();
  }, [refusal]);
  return expire;
}
