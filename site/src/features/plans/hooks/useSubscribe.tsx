import { useState } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, NetworkError, send } from "@/api";
import type { PlanBody } from "@/api";
import { useThreeDSecure } from "@/features/payment";
import { browser, useFollow } from "@/navigation";

interface Subscribing {
  subscribe: (body: PlanBody) => Promise<void>;
  busy: boolean;
  /** Why the last attempt was refused. */
  problem: string | null;
  modal: ReactNode;
}

/** Subscribes; a card whose bank asks for its owner is confirmed, and the call repeated with the subscription's id. */
export function useSubscribe(): Subscribing {
  const { t } = useTranslation();
  const { run, modal } = useThreeDSecure();
  const follow = useFollow();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const subscribe = async (body: PlanBody) => {
    setBusy(true);
    setProblem(null);
    try {
      let answer = await send("POST", "/users/api/plans", { body });
      if (answer.status === "requires_action" && answer.stripe_client_secret) {
        const intent = { id: "", status: "requires_action" as const, client_secret: answer.stripe_client_secret };
        await run([intent], answer.stripe_payment_method);
        const confirmed = { ...body, stripe_subscription_id: answer.stripe_subscription_id };
        answer = await send("POST", "/users/api/plans", { body: confirmed });
      }
      if (answer.redirect_to) follow(answer.redirect_to);
      else setProblem(t("plans.not_authenticated"));
    } catch (error) {
      if (error instanceof ApiError && error.problem.force_reload) browser.reload();
      else if (error instanceof NetworkError) setProblem(t("common.network_error"));
      else setProblem(error instanceof ApiError && error.status < 500 ? error.message : t("plans.went_wrong"));
    } finally {
      setBusy(false);
    }
  };

  return { subscribe, busy, problem, modal };
}
