import { useState } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, NetworkError, send } from "@/api";
import type { GoldPage } from "@/api";
import { useThreeDSecure } from "@/features/payment";
import { browser, localePrefixOf, paths, useFollow } from "@/navigation";

interface GoldSignUp {
  register: () => Promise<void>;
  busy: boolean;
  /** Why the last attempt was refused. */
  problem: string | null;
  modal: ReactNode;
}

/**
 * Subscribes to gold, or goes on with it; a card whose bank asks for its owner is confirmed on the way. Whoever has no card is led to
 * its form, and back to `address`.
 */
export function useGoldSignUp(
  { has_card, promote_uid }: Pick<GoldPage, "has_card" | "promote_uid">,
  address: string,
): GoldSignUp {
  const { t } = useTranslation();
  const follow = useFollow();
  const { run, modal } = useThreeDSecure();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const register = async () => {
    if (!has_card) {
      browser.assign(localePrefixOf(window.location.pathname) + paths.creditCard(address));
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      let answer = await send("POST", "/users/gold/subscriptions", { body: { promote_uid } });
      if (answer.status === "requires_action" && answer.client_secret) {
        const intent = { id: "", status: "requires_action" as const, client_secret: answer.client_secret };
        const { result } = await run([intent], answer.payment_method);
        answer = await send("POST", "/users/gold/subscriptions/confirm", {
          body: { result, stripe_subscription_id: answer.stripe_subscription_id ?? "" },
        });
      }
      if (answer.redirect_to) follow(answer.redirect_to);
      else setProblem(t("plans.not_authenticated"));
    } catch (error) {
      if (error instanceof ApiError && error.problem.force_reload) browser.reload();
      else if (error instanceof NetworkError) setProblem(t("common.network_error"));
      else setProblem(error instanceof ApiError && error.status < 500 ? error.message : t("plans.gold.failed"));
    } finally {
      setBusy(false);
    }
  };
  return { register, busy, problem, modal };
}
