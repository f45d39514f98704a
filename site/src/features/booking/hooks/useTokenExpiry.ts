import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api";
import type { CalendarBoot } from "@/api";
import { browser } from "@/navigation";
import { useAsk } from "@/ui";
import { isTokenRefused } from "../api/create-reservation";

/**
 * Shows once that the calendar token has expired, counted from the time when this page received it, and reloads the
 * page. A suspended page may learn it from a rejection first.
 */
export function useTokenExpiry(
  { token_issued_at, token_expires_at }: Pick<CalendarBoot, "token_issued_at" | "token_expires_at">,
  refusal: unknown,
): () => Promise<void> {
  const { t } = useTranslation();
  const { showAlert } = useAsk();
  const isReported = useRef(false);

  const expire = async () => {
    if (isReported.current) return;
    isReported.current = true;
    await showAlert(t("booking.token_expired"), t("booking.token_expired_text"));
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
