import { useEffect, useEffectEvent, useRef, useState } from "react";
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
  const [isFinishing, setFinishing] = useState(false);
  const order = orderKindOf(reservation.operation, restaurant);

  /** Another tab, or a try whose answer was lost, may have completed the hold: then the refusal leads to the booking, which stays. */
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
    const ended = is_partly_paid ? "expired_refund" : "expired_text";
    const told = order ? (`review.${ended}_order` as const) : (`review.${ended}` as const);
    // Without an answer it is not known what became of it.
    await tell(t("review.expired"), t(released === "offline" ? "common.network_error" : told));
    if (released === "released") follow(after_delete_path);
    else browser.reload();
  });

  // The clock may run out while the form is on its way, and the line be lost after that.
  useEffect(() => {
    if (seconds <= 0 && !isFinishing) void expire();
  }, [seconds, isFinishing]);

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

  const finishing = (isIt: boolean) => {
    over.current = isIt;
    setFinishing(isIt);
  };

  return { seconds, cancel, finish: () => finishing(true), resume: () => finishing(false) };
}
