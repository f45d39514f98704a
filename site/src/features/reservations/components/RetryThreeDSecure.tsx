import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send } from "@/api";
import type { ReservationSummary } from "@/api";
import { useThreeDSecure } from "@/features/payment";
import { AppLink, browser, localePrefixOf, paths, useFollow } from "@/navigation";
import { Button, Problem, useAsk } from "@/ui";
import styles from "./RetryThreeDSecure.module.css";

/** A payment came back asking for the bank's authentication: do it again from the list. */
export function RetryThreeDSecure({ reservation }: { reservation: ReservationSummary }) {
  const { t } = useTranslation();
  const follow = useFollow();
  const { tell } = useAsk();
  const { run, modal } = useThreeDSecure();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const path = { slug: reservation.restaurant.slug, uid: reservation.uid };
  const here = window.location.pathname.slice(localePrefixOf(window.location.pathname).length);

  const retry = async () => {
    setBusy(true);
    setFailed(false);
    try {
      const action = await send("POST", "/r/{slug}/reservations/{uid}/retry_3ds", {
        path,
        body: { redirect_to: here },
      });
      const outcome = await run(action.payment_intents, action.payment_method);
      if (outcome.result === "failed") return setFailed(true);
      const { redirect_to } = await send("POST", "/r/{slug}/reservations/{uid}/confirm_with_three_d_secure_result", {
        path,
        body: { result: outcome.result, confirm_payment_intent_ids: outcome.confirmedIds },
      });
      follow(redirect_to || action.redirect_to);
    } catch (error) {
      await tell(error instanceof ApiError ? error.message : t("common.network_error"));
      browser.reload();
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.retry}>
      <p>{t("reservations.needs_3ds")}</p>
      <Button kind="accent" busy={busy} onClick={() => void retry()}>
        {t("reservations.retry_3ds")}
      </Button>
      {failed && (
        <Problem>
          <p>{t("three_d_secure.failed")}</p>
          <AppLink to={paths.creditCard(here)}>{t("three_d_secure.to_card")}</AppLink>
        </Problem>
      )}
      {modal}
    </div>
  );
}
