import { useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { ApiError, NetworkError, send } from "@/api";
import type { ConfirmReservation, ReviewPage } from "@/api";
import { useThreeDSecure } from "@/features/payment";
import { browser, useFollow } from "@/navigation";
import { keyOfField } from "../model/confirmations";
import type { ConfirmationKey } from "../model/confirmations";
import { deliveryFieldOf } from "../model/delivery";
import type { DeliveryField } from "../model/delivery";

export type CompleteProblem =
  | { kind: "authentication"; message: string | undefined }
  | {
      kind: "refused";
      message: string | undefined;
      fields: Partial<Record<ConfirmationKey, string>>;
      delivery: Partial<Record<DeliveryField, string>>;
      /** By the names of the server. */
      named: Readonly<Record<string, string>>;
    }
  | { kind: "offline" };

/** Completing: post the form, let the bank ask where it must, report, and go where the server says. */
export function useComplete(page: ReviewPage) {
  const { t } = useTranslation();
  const follow = useFollow();
  const { revalidate } = useRevalidator();
  const threeDSecure = useThreeDSecure();
  const [submitting, setSubmitting] = useState(false);
  const [problem, setProblem] = useState<CompleteProblem | null>(null);

  const path = { slug: page.restaurant.slug, uid: page.hold.uid };

  const refused = (error: ApiError): void => {
    const { fields, message, force_reload } = error.problem;
    if (force_reload || error.status === 401) return browser.reload();
    const known: Partial<Record<ConfirmationKey, string>> = {};
    const delivery: Partial<Record<DeliveryField, string>> = {};
    for (const [field, text] of Object.entries(fields ?? {})) {
      const key = keyOfField(field);
      if (key) known[key] = text;
      const part = deliveryFieldOf(field);
      if (part) delivery[part] = text;
    }
    setProblem({
      kind: "refused",
      message: message ?? t("common.something_went_wrong"),
      fields: known,
      delivery,
      named: fields ?? {},
    });
    void revalidate();
  };

  const report = async (body: ConfirmReservation, confirmedIds: string[]): Promise<void> => {
    const { redirect_to } = await send("POST", "/r/{slug}/reservations/{uid}/confirm_with_three_d_secure_result", {
      path,
      body: { ...body, result: "succeeded", confirm_payment_intent_ids: confirmedIds },
    });
    follow(redirect_to);
  };

  const complete = async (body: ConfirmReservation): Promise<boolean> => {
    setSubmitting(true);
    setProblem(null);
    try {
      const answer = await send("POST", "/r/{slug}/reservations/{uid}/confirm.json", { path, body });
      if (!answer.requires_action) {
        follow(answer.redirect_to);
        return true;
      }
      const outcome = await threeDSecure.run(answer.payment_intents, answer.payment_method);
      if (outcome.result === "succeeded") {
        await report(body, outcome.confirmedIds);
        return true;
      }
      setProblem({ kind: "authentication", message: outcome.message });
      // The hold may have been extended for the authentication: read its clock again.
      await revalidate();
      return false;
    } catch (error) {
      if (error instanceof ApiError) refused(error);
      else if (error instanceof NetworkError) setProblem({ kind: "offline" });
      else throw error;
      return false;
    } finally {
      setSubmitting(false);
    }
  };

  return { complete, submitting, problem, modal: threeDSecure.modal };
}
