import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { NetworkError, send } from "@/api";
import type { ReviewPage } from "@/api";
import { formatYen } from "@seki/shared/civil-time";
import { orderKindOf } from "@/features/booking";
import { browser, useFollow, useLocale } from "@/navigation";
import { useAsk, useCountdown } from "@/ui";

/** Manages the hold: its countdown, its expiry, and its release. */
export function useHold({
  hold,
  after_delete_path,
  paid,
  reservation,
  restaurant,
}: Pick<ReviewPage, "hold" | "after_delete_path" | "paid" | "reservation" | "restaurant">) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { ask, showAlert } = useAsk();
  const follow = useFollow();
  const { revalidate } = useRevalidator();
  const seconds = useCountdown(hold.seconds_to_complete, hold);
  const over = useRef(false);
  const [isFinishing, setFinishing] = useState(false);
  const order = orderKindOf(reservation.operation, restaurant);

  /**
   * Releases the hold. Another tab, or an attempt with a lost response, may have completed it: then the rejection leads
   * to the booking, which remains.
   */
  const release = async (): Promise<"released" | "refused" | "offline"> => {
    try {
      await send("DELETE", "/users/api/reservations/{uid}", { path: { uid: hold.uid }, query: { only: "hold" } });
      return "released";
    } catch (error) {
      return error instanceof NetworkError ? "offline" : "refused";
    }
  };

  const expire = useEffectEvent(async () => {
    if (over.current) return;
    over.current = true;
    const released = await release();
    const ended = paid > 0 ? "expired_refund" : "expired_text";
    const text = order ? (`review.${ended}_order` as const) : (`review.${ended}` as const);
    // Without a response the outcome is unknown.
    await showAlert(t("review.expired"), t(released === "offline" ? "common.network_error" : text));
    if (released === "released") follow(after_delete_path);
    else browser.reload();
  });

  // The hold may expire while the form is in flight, and the connection may be lost after that.
  useEffect(() => {
    if (seconds <= 0 && !isFinishing) void expire();
  }, [seconds, isFinishing]);

  const cancel = async () => {
    const released = t(order ? "review.cancel.text_order" : "review.cancel.text");
    const sure = await ask({
      title: t(order ? "review.cancel.title_order" : "review.cancel.title"),
      body: (
        <>
          <p>{released}</p>
          {paid > 0 && <p>{t("review.cancel.refund", { amount: formatYen(paid, locale) })}</p>}
        </>
      ),
      confirmLabel: t(order ? "review.cancel.confirm_order" : "review.cancel.confirm"),
      cancelLabel: t("review.cancel.keep"),
      danger: true,
    });
    if (!sure || over.current) return;
    over.current = true;
    const outcome = await release();
    if (outcome === "released") return follow(after_delete_path);
    over.current = false;
    await showAlert(t(outcome === "offline" ? "common.network_error" : "common.something_went_wrong"));
    // Offline, the page could not be reloaded either.
    if (outcome === "refused") await revalidate();
  };

  const finish = () => {
    over.current = true;
    setFinishing(true);
  };

  /**
   * Lets the hold expire again. The router shows reloaded data in a transition: without one here, the countdown of the
   * first deadline would end a hold whose extension is not drawn yet.
   */
  const resume = () => {
    over.current = false;
    startTransition(() => setFinishing(false));
  };

  return { seconds, cancel, finish, resume };
}
