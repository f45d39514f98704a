import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send, showFlash } from "@/api";
import type { ChangeReservation } from "@/api";
import { useThreeDSecure } from "@/features/payment";
import { browser, useFollow } from "@/navigation";

/** Sends a change, has the bank authenticate what a larger party costs more, and goes where the server says. */
export function useUpdate(uid: string, slug: string) {
  const { t } = useTranslation();
  const follow = useFollow();
  const threeDSecure = useThreeDSecure();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message: string; fields: Record<string, string> } | null>(null);

  /** The booking is changed already: a payment that failed stands on its page, where it can be tried again. */
  const report = async (result: "succeeded" | "failed", ids: string[]): Promise<void> => {
    try {
      const { message } = await send("POST", "/r/{slug}/reservations/{uid}/confirm_with_three_d_secure_result", {
        path: { slug, uid },
        body: { result, confirm_payment_intent_ids: ids },
      });
      if (message) showFlash({ kind: "notice", message, sticky: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showFlash({ kind: "alert", message: error.message, sticky: true });
    }
  };

  /** Whether it has changed the booking. */
  const update = async (body: ChangeReservation): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      const answer = await send("PATCH", "/users/reservations/{uid}", { path: { uid }, body });
      if (answer.message) showFlash({ kind: "notice", message: answer.message, sticky: false });
      if (answer.requires_action) {
        const outcome = await threeDSecure.run(answer.payment_intents, answer.payment_method);
        await report(outcome.result, outcome.confirmedIds);
      }
      follow(answer.redirect_to);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        browser.reload();
        return false;
      }
      const isKnown = error instanceof ApiError;
      setProblem({
        message: isKnown ? error.message : t("common.network_error"),
        fields: isKnown ? (error.problem.fields ?? {}) : {},
      });
      return false;
    } finally {
      setBusy(false);
    }
  };

  return { update, busy, problem, modal: threeDSecure.modal };
}
