import { useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { ApiError, NetworkError, send } from "@/api";
import type { InvitedReservationPage } from "@/api";
import { useThreeDSecure } from "@/features/payment";
import { useFollow } from "@/navigation";

/** Yes, with the bank asked where it must be; or no. */
export function useAnswer(page: InvitedReservationPage) {
  const { t } = useTranslation();
  const follow = useFollow();
  const { revalidate } = useRevalidator();
  const threeDSecure = useThreeDSecure();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const path = { uid: page.invitation.uid };
  const invited_token = page.invited_token;

  const attempt = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await action();
    } catch (error) {
      // Without a line the page could not be read anew either.
      if (error instanceof NetworkError) return setProblem(t("common.network_error"));
      if (!(error instanceof ApiError)) throw error;
      // A link that somebody has answered opens nothing any more: the page that shows why is the one at hand.
      if (page.needs_sign_in && error.status === 401) return setProblem(t("invitations.answered"));
      setProblem(error.message);
      await revalidate();
    } finally {
      setBusy(false);
    }
  };

  const accept = () =>
    attempt(async () => {
      const answer = await send("POST", "/users/invited_reservations/{uid}/accept", {
        path,
        body: { policy_agreed: true, invited_token },
      });
      if (!answer.requires_action) return follow(answer.redirect_to);
      const outcome = await threeDSecure.run(answer.payment_intents, answer.payment_method);
      if (outcome.result !== "succeeded") return setProblem(outcome.message ?? t("three_d_secure.failed"));
      const { redirect_to } = await send(
        "POST",
        "/users/invited_reservations/{uid}/confirm_with_three_d_secure_result",
        { path, body: { result: "succeeded", confirm_payment_intent_ids: outcome.confirmedIds } },
      );
      follow(redirect_to);
    });

  const decline = () =>
    attempt(async () => {
      const { redirect_to } = await send("POST", "/users/invited_reservations/{uid}/decline", {
        path,
        body: { invited_token },
      });
      follow(redirect_to);
    });

  return { accept, decline, busy, problem, modal: threeDSecure.modal };
}
