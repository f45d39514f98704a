import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import { useSession, useSiteConfig } from "@/api";
import type { NewReservationPage } from "@/api";
import type { CivilDate } from "@seki/shared/civil-time";
import { useJoinOffer } from "@/features/waiting-room/hooks/useJoinOffer";
import { CaptchaMissing, captchaToken, loadScript } from "@/external";
import { browser, paths, useFollow } from "@/navigation";
import { useAsk, useWrite } from "@/ui";
import { createReservation } from "../api/create-reservation";
import type { CreateOutcome } from "../api/create-reservation";
import { addressOf } from "../model/address";
import { orderKindOf } from "../model/order";
import { missingPart, newReservationOf } from "../model/selection";
import type { MissingPart } from "../model/selection";
import { rememberShownPrice } from "../model/shown-price";
import type { SlotPicker } from "./useSlotSelection";

const CAPTCHA_ACTION = "new_reservation";

/**
 * Focuses a part after the alert has closed, which returns the focus to the button. Before a day is chosen, it focuses
 * the calendar.
 */
function focusPart(part: MissingPart): void {
  setTimeout(() => {
    const field = document.querySelector<HTMLElement>(`[data-part=${part}]`);
    (field ?? document.querySelector<HTMLElement>("[role=grid] [tabindex='0']"))?.focus();
  });
}

/** Returns the win to spend. A win is spent only on a date that is not open to all diners (diner §5). */
function spendableWin(page: NewReservationPage, date: CivilDate | null): number | null {
  const till = page.calendar.rrp_reservable_till;
  return date !== null && (till === null || till < date) ? page.raffle_round_registration_id : null;
}

interface Reserve {
  submit: () => Promise<void>;
  submitting: boolean;
  captchaFailed: boolean;
  /** Set if another diner was faster. The message is the server's, if any. */
  gone: { message: string | undefined } | null;
}

export function useReserve(page: NewReservationPage, choice: SlotPicker, onExpired: () => Promise<void>): Reserve {
  const { t } = useTranslation();
  const { showAlert } = useAsk();
  const config = useSiteConfig();
  const follow = useFollow();
  const { signed_in: isSignedIn } = useSession();
  const { pathname } = useLocation();
  const offerPlace = useJoinOffer(page.restaurant.slug, page.calendar);
  const [captchaFailed, setCaptchaFailed] = useState(false);
  const reserving = useWrite({
    handles: async (error) => {
      if (error instanceof CaptchaMissing) setCaptchaFailed(true);
      else await showAlert(t("common.something_went_wrong"));
      return true;
    },
  });
  const [gone, setGone] = useState<Reserve["gone"]>(null);
  const { slug, is_delivery_only: deliveryOnly } = page.restaurant;

  useEffect(() => {
    // A visitor sends no request that needs the captcha.
    if (isSignedIn) loadScript(config.captcha_script_url).catch(() => setCaptchaFailed(true));
  }, [config.captcha_script_url, isSignedIn]);

  /** Signs the visitor in or up first. The address to return to has the choice, before the page's own address has it. */
  const signIn = () => {
    const query = new URLSearchParams(window.location.search);
    const chosen = choice.date === null ? {} : addressOf(choice.date, choice.selection);
    for (const [name, value] of Object.entries(chosen)) query.set(name, value);
    follow(paths.signInFrom(`${pathname}?${query.toString()}`));
  };

  const settle = async (outcome: CreateOutcome) => {
    switch (outcome.kind) {
      case "held":
        return follow(outcome.redirectTo);
      case "gone":
        return setGone({ message: outcome.message });
      case "expired":
        return onExpired();
      case "place_needed":
        return offerPlace(outcome.message);
      case "signed_out":
        return signIn();
      case "reload":
        return browser.reload();
      case "offline":
        return showAlert(t("common.network_error"));
      case "refused":
        return showAlert(outcome.message ?? t("common.something_went_wrong"));
    }
  };

  const submit = async () => {
    const { selection, group } = choice;
    const missing = missingPart(selection, group, { deliveryOnly });
    const isOrder = orderKindOf(group?.operation, page.restaurant) !== null;
    if (missing !== null) {
      await showAlert(t(isOrder ? `booking.missing_order.${missing}` : `booking.missing.${missing}`));
      return focusPart(missing);
    }
    if (!selection || !group) return;
    const new_reservation = newReservationOf(selection, group, { deliveryOnly });
    if (new_reservation === null) return showAlert(t(isOrder ? "booking.missing_order.time" : "booking.missing.time"));
    if (!isSignedIn) return signIn();
    setCaptchaFailed(false);
    await reserving.write(async () => {
      const token = await captchaToken(config, CAPTCHA_ACTION);
      const outcome = await createReservation({
        new_reservation,
        ticket_code: page.ticket_code,
        raffle_round_registration_id: spendableWin(page, choice.date),
        restaurant_slug: slug,
        reservation_calendar_token: page.calendar.token,
        recaptcha_token: token,
      });
      const shown = group.courses.find(({ id }) => id === selection.courseId);
      if (outcome.kind === "held" && shown) rememberShownPrice({ uid: outcome.uid, price: shown.price });
      await settle(outcome);
    });
  };

  return { submit, submitting: reserving.busy, captchaFailed, gone };
}
