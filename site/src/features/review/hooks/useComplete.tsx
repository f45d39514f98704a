import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { withoutLocalePrefix } from "@seki/shared/navigation";
import { ApiError, send, showFlash } from "@/api";
import type { ConfirmReservation, PaymentIntent, ReviewPage } from "@/api";
import { useThreeDSecure } from "@/features/payment";
import { browser, useBackgroundRefresh, useFollow } from "@/navigation";
import { keyOfField } from "../model/confirmations";
import type { ConfirmationKey } from "../model/confirmations";
import { deliveryFieldOf } from "../model/delivery";
import type { DeliveryField } from "../model/delivery";
import { useWrite } from "@/ui";

export type CompleteProblem =
  | { kind: "authentication"; message: string | undefined }
  | {
      kind: "refused";
      message: string | undefined;
      fields: Partial<Record<ConfirmationKey, string>>;
      delivery: Partial<Record<DeliveryField, string>>;
      /** Confirmations by the server's names. */
      named: Readonly<Record<string, string>>;
    }
  | { kind: "offline" };

/** The bank did not authenticate the payment. */
class AuthenticationFailed extends Error {}

/**
 * Completes the booking: posts the form, runs 3-D Secure if required, reports the result, and follows the server's
 * redirect.
 */
export function useComplete(page: ReviewPage) {
  const { t } = useTranslation();
  const follow = useFollow();
  const { revalidate } = useRevalidator();
  const refresh = useBackgroundRefresh();
  const threeDSecure = useThreeDSecure();
  const completing = useWrite({
    handles: async (error) => {
      // The server may have extended the hold for the authentication: reloads its remaining time.
      if (error instanceof AuthenticationFailed) await revalidate();
      if (!(error instanceof ApiError)) return false;
      const next = error.problem.redirect_to ?? null;
      if (next !== null && !isHere(next)) {
        showFlash({ kind: "alert", message: error.message, sticky: true });
        follow(next);
        return true;
      }
      const isOld = error.problem.force_reload === true || error.status === 401;
      if (isOld) browser.reload();
      else void revalidate();
      return isOld;
    },
  });
  const path = { slug: page.restaurant.slug, uid: page.hold.uid };

  const report = async (body: ConfirmReservation, confirmedIds: string[]): Promise<void> => {
    const { redirect_to } = await send("POST", "/r/{slug}/reservations/{uid}/confirm_with_three_d_secure_result", {
      path,
      body: { ...body, result: "succeeded", confirm_payment_intent_ids: confirmedIds },
    });
    follow(redirect_to);
  };

  /** Runs 3-D Secure. The server has extended the hold for it, so the page reads its new deadline meanwhile. */
  const authenticate = async (intents: PaymentIntent[], paymentMethod: string | null) => {
    const reading = new AbortController();
    void refresh(reading.signal);
    try {
      return await threeDSecure.run(intents, paymentMethod);
    } finally {
      reading.abort();
    }
  };

  const complete = (body: ConfirmReservation) =>
    completing.write(async () => {
      const answer = await send("POST", "/r/{slug}/reservations/{uid}/confirm.json", { path, body });
      if (!answer.requires_action) return follow(answer.redirect_to);
      const outcome = await authenticate(answer.payment_intents, answer.payment_method);
      if (outcome.result !== "succeeded") throw new AuthenticationFailed(outcome.message);
      await report(body, outcome.confirmedIds);
    });

  const problem = completing.error && problemOf(completing.error, t("common.something_went_wrong"));
  return { complete, submitting: completing.busy, problem, attempt: completing.attempt, modal: threeDSecure.modal };
}

/** Whether a path of the server is the current page, in any language. */
function isHere(path: string): boolean {
  const target = new URL(path, window.location.href);
  return withoutLocalePrefix(target.pathname) === withoutLocalePrefix(window.location.pathname);
}

function problemOf(error: Error, fallback: string): CompleteProblem {
  if (error instanceof AuthenticationFailed) return { kind: "authentication", message: error.message || undefined };
  if (!(error instanceof ApiError)) return { kind: "offline" };
  const { fields: named = {}, message = fallback } = error.problem;
  const fields: Partial<Record<ConfirmationKey, string>> = {};
  const delivery: Partial<Record<DeliveryField, string>> = {};
  for (const [field, text] of Object.entries(named ?? {})) {
    const key = keyOfField(field);
    if (key) fields[key] = text;
    const part = deliveryFieldOf(field);
    if (part) delivery[part] = text;
  }
  return { kind: "refused", message, fields, delivery, named: named ?? {} };
}
