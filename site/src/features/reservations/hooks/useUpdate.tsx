import { ApiError, send, showFlash } from "@/api";
import type { ChangeReservation } from "@/api";
import { useThreeDSecure } from "@/features/payment";
import { browser, useFollow } from "@/navigation";
import { useWrite } from "@/ui";

/** Sends a change, authenticates the payment for a larger party, and follows the server's redirect. */
export function useUpdate(uid: string, slug: string) {
  const follow = useFollow();
  const threeDSecure = useThreeDSecure();
  const saving = useWrite({
    handles: (error) => {
      const isSignedOut = error instanceof ApiError && error.status === 401;
      if (isSignedOut) browser.reload();
      return isSignedOut;
    },
  });

  /** The booking is changed already. Its page shows a failed payment, which can be retried there. */
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

  /** Resolves to whether the booking was changed. */
  const update = (body: ChangeReservation) =>
    saving.write(async () => {
      const answer = await send("PATCH", "/users/reservations/{uid}", { path: { uid }, body });
      if (answer.message) showFlash({ kind: "notice", message: answer.message, sticky: false });
      if (answer.requires_action) {
        const outcome = await threeDSecure.run(answer.payment_intents, answer.payment_method);
        await report(outcome.result, outcome.confirmedIds);
      }
      follow(answer.redirect_to);
    });

  return { update, saving, modal: threeDSecure.modal };
}
