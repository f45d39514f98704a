import { useTranslation } from "react-i18next";
import { UserFacingError } from "@seki/shared/writes";
import { send, showFlash } from "@/api";
import type { SubscriptionRequestBody } from "@/api";
import { useThreeDSecure } from "@/features/payment";
import { useFollow } from "@/navigation";
import { usePlanWrite } from "./usePlanWrite";

/**
 * Subscribes. If the card requires 3-D Secure, the call is repeated with the subscription's id afterwards. Resolves to
 * the new quote if the server would charge something else than was shown.
 */
export function useSubscribe() {
  const { t } = useTranslation();
  const { run, modal } = useThreeDSecure();
  const follow = useFollow();
  const { saving, request } = usePlanWrite("plans.went_wrong");

  const subscribe = (body: SubscriptionRequestBody) =>
    request(async () => {
      let refusal: string | undefined;
      let answer = await send("POST", "/users/api/plans", { body });
      if (answer.status === "requires_action" && answer.stripe_client_secret) {
        const intent = { id: "", status: "requires_action" as const, client_secret: answer.stripe_client_secret };
        ({ message: refusal } = await run([intent], answer.stripe_payment_method));
        const confirmed = { ...body, stripe_subscription_id: answer.stripe_subscription_id };
        answer = await send("POST", "/users/api/plans", { body: confirmed });
      }
      if (!answer.redirect_to) throw new UserFacingError(refusal ?? t("plans.not_authenticated"));
      if (answer.message) showFlash({ kind: "notice", message: answer.message, sticky: true });
      follow(answer.redirect_to);
    });

  return { subscribe, saving, modal };
}
