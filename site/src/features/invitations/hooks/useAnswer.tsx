import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { UserFacingError } from "@seki/shared/writes";
import { ApiError, send } from "@/api";
import type { InvitedReservationPage } from "@/api";
import { useThreeDSecure } from "@/features/payment";
import { useFollow } from "@/navigation";
import { useWrite, errorText } from "@/ui";

/** Accepts an invitation, with 3-D Secure if required, or declines it. */
export function useAnswer(page: InvitedReservationPage) {
  const { t } = useTranslation();
  const follow = useFollow();
  const { revalidate } = useRevalidator();
  const threeDSecure = useThreeDSecure();
  const path = { uid: page.invitation.uid };
  const invited_token = page.invited_token;

  // The link of an answered invitation opens no page any more, so this page shows the reason.
  const isAnswered = (error: Error) => page.needs_sign_in && error instanceof ApiError && error.status === 401;
  const answering = useWrite({
    words: (error) => (isAnswered(error) ? t("invitations.answered") : errorText(error, t)),
    handles: async (error) => {
      // Offline, the page could not be reloaded either.
      if (error instanceof ApiError && !isAnswered(error)) await revalidate();
      return false;
    },
  });

  const accept = () =>
    answering.write(async () => {
      const answer = await send("POST", "/users/invited_reservations/{uid}/accept", {
        path,
        body: { policy_agreed: true, invited_token },
      });
      if (!answer.requires_action) return follow(answer.redirect_to);
      const outcome = await threeDSecure.run(answer.payment_intents, answer.payment_method);
      if (outcome.result !== "succeeded") throw new UserFacingError(outcome.message ?? t("three_d_secure.failed"));
      const { redirect_to } = await send(
        "POST",
        "/users/invited_reservations/{uid}/confirm_with_three_d_secure_result",
        { path, body: { result: "succeeded", confirm_payment_intent_ids: outcome.confirmedIds } },
      );
      follow(redirect_to);
    });

  const decline = () =>
    answering.write(async () => {
      const { redirect_to } = await send("POST", "/users/invited_reservations/{uid}/decline", {
        path,
        body: { invited_token },
      });
      follow(redirect_to);
    });

  return { accept, decline, answering, modal: threeDSecure.modal };
}
