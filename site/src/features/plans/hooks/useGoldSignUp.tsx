import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UserFacingError } from "@seki/shared/writes";
import { send, showFlash } from "@/api";
import type { GoldPage, PlanQuote } from "@/api";
import { useThreeDSecure } from "@/features/payment";
import { browser, localePrefixOf, paths, useFollow } from "@/navigation";
import { shownQuote } from "../model/quote";
import { usePlanWrite } from "./usePlanWrite";

/**
 * Subscribes to or resumes gold, with 3-D Secure if the card requires it. A diner without a card is led to the card
 * form, and back to `address`. `changed` is the new quote after the server rejected the shown one, until `forget`.
 */
export function useGoldSignUp({ has_card, promote_uid }: Pick<GoldPage, "has_card" | "promote_uid">, address: string) {
  const { t } = useTranslation();
  const follow = useFollow();
  const { run, modal } = useThreeDSecure();
  const { saving, request } = usePlanWrite("plans.gold.failed");
  const [changed, setChanged] = useState<PlanQuote | null>(null);

  /** Resolves to whether the diner must agree to a new quote. */
  const register = async (shown: PlanQuote): Promise<boolean> => {
    if (!has_card) {
      browser.assign(localePrefixOf(window.location.pathname) + paths.creditCard(address));
      return false;
    }
    const quote = await request(async () => {
      const body = { promote_uid, quote: shownQuote(shown) };
      let refusal: string | undefined;
      let answer = await send("POST", "/users/gold/subscriptions", { body });
      if (answer.status === "requires_action" && answer.client_secret) {
        const intent = { id: "", status: "requires_action" as const, client_secret: answer.client_secret };
        const { result, message } = await run([intent], answer.payment_method);
        refusal = message;
        answer = await send("POST", "/users/gold/subscriptions/confirm", {
          body: { result, stripe_subscription_id: answer.stripe_subscription_id ?? "" },
        });
      }
      if (!answer.redirect_to) throw new UserFacingError(refusal ?? t("plans.not_authenticated"));
      if (answer.message) showFlash({ kind: "notice", message: answer.message, sticky: true });
      follow(answer.redirect_to);
    });
    if (quote !== null) setChanged(quote);
    return quote !== null;
  };
  return { register, saving, modal, changed, forget: () => setChanged(null) };
}
