import { useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { ApiError, send } from "@/api";
import type { ReservationSummary } from "@/api";
import { CardVerificationFailed, useThreeDSecure } from "@/features/payment";
import { formatYen } from "@seki/shared/civil-time";
import { AppLink, browser, localePrefixOf, paths, useFollow, useLocale } from "@/navigation";
import { Button, ButtonLink, Facts, WriteProblem, errorText, useAsk, useWrite } from "@/ui";
import styles from "./RetryThreeDSecure.module.css";

/** A payment that needs its diner: authentication is required, a fee was declined, or no card is registered. */
export function RetryThreeDSecure({ reservation }: { reservation: ReservationSummary }) {
  const open = reservation.open_payment;
  const { t } = useTranslation();
  const follow = useFollow();
  const { revalidate } = useRevalidator();
  const { showAlert } = useAsk();
  const { run, modal } = useThreeDSecure();
  const [isRefused, setRefused] = useState(false);
  const paying = useWrite({
    handles: async (error) => {
      // Without a response nothing has changed, and reloading the page might fail.
      if (!(error instanceof ApiError)) return false;
      await showAlert(errorText(error, t));
      browser.reload();
      return true;
    },
  });
  const path = { slug: reservation.restaurant.slug, uid: reservation.uid };
  const here = window.location.pathname.slice(localePrefixOf(window.location.pathname).length);

  const report = (result: "succeeded" | "failed", confirmed: string[]) =>
    send("POST", "/r/{slug}/reservations/{uid}/confirm_with_three_d_secure_result", {
      path,
      body: { result, confirm_payment_intent_ids: confirmed },
    });

  /** Some of several payments were made: the server learns of them, and the page shows the rest. */
  const showRest = async (confirmed: string[]) => {
    try {
      await report("failed", confirmed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    await revalidate();
  };

  const retry = () =>
    paying.write(async () => {
      setRefused(false);
      const action = await send("POST", "/r/{slug}/reservations/{uid}/retry_3ds", {
        path,
        body: { redirect_to: here },
      });
      const outcome = await run(action.payment_intents, action.payment_method);
      if (outcome.result === "failed") {
        setRefused(true);
        if (outcome.confirmedIds.length > 0) await showRest(outcome.confirmedIds);
        return;
      }
      const { redirect_to } = await report(outcome.result, outcome.confirmedIds);
      follow(redirect_to || action.redirect_to);
    });

  if (open?.needs_card) {
    return (
      <div className={styles.retry}>
        <Open payment={open} />
        <ButtonLink kind="accent" to={paths.creditCard(paths.reservationOf(reservation.uid))}>
          {t("card.register")}
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={styles.retry}>
      {open ? <Open payment={open} /> : <p>{t("reservations.needs_3ds")}</p>}
      <Button kind="accent" busy={paying.busy} onClick={() => void retry()}>
        {open ? t("reservations.pay") : t("reservations.retry_3ds")}
      </Button>
      {open && !isRefused && (
        <AppLink to={paths.creditCard(paths.reservationOf(reservation.uid))}>{t("three_d_secure.to_card")}</AppLink>
      )}
      <WriteProblem write={paying} />
      {isRefused && <CardVerificationFailed next={here} />}
      {modal}
    </div>
  );
}

function Open({ payment }: { payment: NonNullable<ReservationSummary["open_payment"]> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { label, amount, items, reason, deadline } = payment;
  return (
    <>
      <p>
        <strong>{t("reservations.open_payment", { label, amount: formatYen(amount, locale) })}</strong> {reason}
      </p>
      {items.length > 1 && (
        <Facts facts={items.map((item) => ({ label: item.label, value: formatYen(item.amount, locale) }))} />
      )}
      {deadline !== null && <p>{deadline}</p>}
    </>
  );
}
