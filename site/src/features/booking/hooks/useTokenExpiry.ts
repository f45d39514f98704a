import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api";
import type { CalendarBoot } from "@/api";
import { browser } from "@/navigation";
import { useAsk } from "@/ui";
import { isTokenRefused } from "../api/create-reservation";

type Token = Pick<CalendarBoot, "token_issued_at" | "token_expires_at">;

/**
 * Shows once that the calendar token has expired, counted from the time when this page received it, and reloads the
 * page. A suspended page may learn it from a rejected read first. A page that renews its token does not show its end, only
 * a rejection before its end, which a renewal would not repair.
 */
export function useTokenExpiry(
  { token_issued_at, token_expires_at }: Token,
  { error: refusal, errorUpdatedAt: refusedAt }: { error: unknown; errorUpdatedAt: number },
  isRenewed: boolean,
): () => Promise<void> {
  const { t } = useTranslation();
  const { showAlert } = useAsk();
  const isReported = useRef(false);
  const valid = useRef({ from: 0, until: 0 });

  const expire = async () => {
    if (isReported.current) return;
    isReported.current = true;
    await showAlert(t("booking.token_expired"), t("booking.token_expired_text"));
    browser.reload();
  };

  const expired = useEffectEvent(() => void expire());
  useEffect(() => {
    const life = Math.max(0, Date.parse(token_expires_at) - Date.parse(token_issued_at));
    valid.current = { from: Date.now(), until: Date.now() + life };
    if (isRenewed) return;
    const timer = setTimeout(() => expired(), life);
    return () => clearTimeout(timer);
  }, [token_issued_at, token_expires_at, isRenewed]);
  const rejected = useEffectEvent(() => {
    const { from, until } = valid.current;
    if (!isRenewed || (from < refusedAt && refusedAt < until)) expired();
  });
  useEffect(() => {
    if (refusal instanceof ApiError && isTokenRefused(refusal.problem)) rejected();
  }, [refusal]);
  return expire;
}
