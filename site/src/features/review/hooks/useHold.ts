import { useEffect, useEffectEvent, useRef } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { NetworkError, send } from "@/api";
import type { ReviewPage } from "@/api";
import { orderKindOf } from "@/features/booking";
import { browser, useFollow } from "@/navigation";
import { useAsk, useCountdown } from "@/ui";

/** The hold on the seat: its clock, its end, and giving it back. */
export function useHold({
  hold,
  after_delete_path,
  is_partly_paid,
  reservation,
  restaurant,
}: Pick<ReviewPage, "hold" | "after_delete_path" | "is_partly_paid" | "reservation" | "restaurant">) {
  const { t } = useTranslation();
  const { ask, tell } = useAsk();
  const follow = useFollow();
  const { revalidate } = useRevalidator();
  const seconds = useCountdown(hold.seconds_to_complete, hold.uid);
  const over = useRef(false);
  const order = orderKindOf(reservation.operation, restaurant);

  const release = async (): Promise<"released" | "refused" | "offline"> => {
    try {
      await send("DELETE", "/users/api/reservations/{uid}", { path: { uid: hold.uid } });
      return "released";
    } catch (error) {
      return error instanceof NetworkError ? "offline" : "refused";
    }
  };

  const expire = useEffectEvent(async () => {
    if (over.current) return;
    over.current = true;
    const released = await release();
    const ended = is_partly_paid ? "expired_refund" : "expired_text";
    await tell(t("review.expired"), t(order ? `review.${ended}_order` : `review.${ended}`));
    if (released === "released") follow(after_delete_path);
    else browser.reload();
  });

  useEffect(() => {
    if (seconds <= 0) void expire();
  }, [seconds]);

  const cancel = async () => {
    const sure = await ask({
      title: t(order ? "review.cancel.title_order" : "review.cancel.title"),
      body: t(order ? "review.cancel.text_order" : "review.cancel.text"),
      confirmLabel: t(order ? "review.cancel.confirm_order" : "review.cancel.confirm"),
      cancelLabel: t("review.cancel.keep"),
      danger: true,
    });
    if (!sure || over.current) return;
    over.current = true;
    const released = await release();
    if (released === "released") return follow(after_delete_path);
    over.current = false;
    await tell(t(released === "offline" ? "common.network_error" : "common.something_went_wrong"));
    // Without a line the page could not be read anew either.
    if (released === "refused") await revalidate();
  };

  return { seconds, cancel, finish: () => void (over.current = true), resume: () => void (over.current = false) };
}
