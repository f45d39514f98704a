import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { NetworkError, send, showFlash } from "@/api";
import type { ReservationPage as ReservationData } from "@/api";
import { formatInstant, formatYen } from "@seki/shared/civil-time";
import { withHyphens } from "@seki/shared/phone";
import { orderKindOf } from "@/features/booking";
import { AfterBooking, AnswerList } from "@/features/preferences";
import { Place } from "@/features/restaurants";
import { AppLink, paths, useLocale, usePageData, useTitle } from "@/navigation";
import { Button, ButtonLink, Facts, Notice, PageFrame, Panel, Stack, WriteProblem, useAsk, useWrite } from "@/ui";
import { BookingState } from "../components/BookingState";
import { Paid } from "../components/Paid";
import { Reminder } from "../components/Reminder";
import { ResumeHold } from "../components/ResumeHold";
import { RetryThreeDSecure } from "../components/RetryThreeDSecure";
import { whenOf } from "../model/when";
import styles from "./ReservationPage.module.css";

export default function ReservationPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const page = usePageData("reservation");
  const { reservation, restaurant, cancellation, policy_text, history, preferences } = page;
  const waits = reservation.needs_3ds || reservation.open_payment !== null;
  const { delivery } = reservation;
  const order = orderKindOf(reservation.operation, restaurant);
  const when = whenOf(t, reservation, locale);
  const title = t(order ? "reservations.detail_title_order" : "reservations.detail_title", {
    name: restaurant.restaurant_name,
  });
  useTitle(title);

  const facts = [
    {
      label: t(order ? "reservations.code_order" : "reservations.code"),
      value: <span className={styles.code}>{reservation.reservation_code}</span>,
    },
    {
      label: t(delivery ? "reservations.arrival" : order ? `reservations.when.${order}` : "booking.date"),
      value: when,
    },
    { label: t("reservations.deliver_to"), value: delivery?.address_text },
    {
      label: t("reservations.recipient"),
      value: delivery && `${delivery.name} (${withHyphens(delivery.phone_number)})`,
    },
    {
      label: t(order ? "booking.portions" : "booking.guests"),
      value: t(order ? "booking.portions_count" : "booking.guests_count", {
        count: reservation.guests_count,
      }),
    },
    { label: t("booking.course"), value: reservation.course_title },
    { label: t("reservations.seat"), value: !order && reservation.seat_title },
    {
      label: t("restaurant.address"),
      value: order !== "delivery" && restaurant.address && <Place restaurant={restaurant} />,
    },
    {
      label: t("restaurant.phone"),
      value: restaurant.phone && <a href={`tel:${restaurant.phone}`}>{restaurant.phone}</a>,
    },
    { label: t("review.special_request"), value: reservation.special_request },
  ].filter(({ value }) => value);

  return (
    <PageFrame
      title={title}
      lead={<AppLink to={paths.upcoming_reservations}>{t("reservations.back_to_list")}</AppLink>}
    >
      <div className={styles.columns}>
        <Stack>
          <Panel>
            <Stack>
              <BookingState page={page} />
              {page.is_winners_booking && (
                <Notice kind="success">
                  <p>{t("reservations.winners_booking")}</p>
                </Notice>
              )}
              {page.confirmation_sent_to !== null && (
                <p>{t("reservations.confirmation_sent", { email: page.confirmation_sent_to })}</p>
              )}
              {page.no_show_fee_text !== null && (
                <Notice kind="alert">
                  <p>{page.no_show_fee_text}</p>
                </Notice>
              )}
              {waits && <RetryThreeDSecure reservation={reservation} />}
              {reservation.status === "pending" && !waits && <ResumeHold reservation={reservation} />}
              <Facts facts={facts} />
              <NextSteps page={page} />
            </Stack>
          </Panel>
          {preferences.on_booking.answers.length > 0 && (
            <Panel>
              <Stack>
                <h2>{preferences.on_booking.title}</h2>
                <AnswerList group={preferences.on_booking} />
              </Stack>
            </Panel>
          )}
          <AfterBooking
            key={reservation.guests_count}
            uid={reservation.uid}
            guests={reservation.guests_count}
            questions={page.after_booking_questions}
            group={preferences.after_booking}
          />
        </Stack>
        <Stack>
          <Paid page={page} />
          {page.reminder && <Reminder uid={reservation.uid} isOrder={order !== null} bySms={page.reminder.by_sms} />}
          <Cancellation
            reservation={reservation}
            isOrder={order !== null}
            cancellation={cancellation}
            policyText={policy_text}
          />
          {history.length > 0 && (
            <Panel>
              <Stack>
                <h2>{t("reservations.history")}</h2>
                <ol className={styles.history}>
                  {history.map(({ at, label }) => (
                    <li key={at + label}>
                      <time dateTime={at}>{formatInstant(at, locale)}</time>
                      <span>{label}</span>
                    </li>
                  ))}
                </ol>
              </Stack>
            </Panel>
          )}
        </Stack>
      </div>
    </PageFrame>
  );
}

/** Actions for a future booking: change it, or add it to a calendar. */
function NextSteps({ page }: { page: ReservationData }) {
  const { t } = useTranslation();
  const { reservation, edit_refusal, calendar_path } = page;
  const isToCome = reservation.status === "accepted" && reservation.can_cancel;
  return (
    <>
      {isToCome && edit_refusal !== null && <p className={styles.policy}>{edit_refusal}</p>}
      <div className={styles.steps}>
        {edit_refusal === null && (
          <ButtonLink to={paths.reservationEditOf(reservation.uid)}>
            {t(orderKindOf(reservation.operation, page.restaurant) ? "edit.open_order" : "edit.open")}
          </ButtonLink>
        )}
        {isToCome && calendar_path !== null && (
          <a href={calendar_path} download className={styles.step}>
            {t("reservations.calendar_file")}
          </a>
        )}
      </div>
    </>
  );
}

interface CancellationProps {
  reservation: ReservationData["reservation"];
  isOrder: boolean;
  cancellation: ReservationData["cancellation"];
  policyText: string;
}

function Cancellation({ reservation, isOrder, cancellation, policyText }: CancellationProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { ask, showAlert } = useAsk();
  const { revalidate } = useRevalidator();
  const cancelling = useWrite({
    handles: async (error) => {
      // Without a response the page stays, because it could not be reloaded either.
      if (error instanceof NetworkError) return false;
      // Another window may have cancelled the booking: the page behind the message shows its current state.
      await revalidate();
      await showAlert(t("common.something_went_wrong"), t("reservations.cancel.refused"));
      return true;
    },
  });
  const isCancelled = !["pending", "accepted", "expired"].includes(reservation.status);
  // Afterwards it includes what a change of the party refunded before.
  const refund = t(isCancelled ? "reservations.cancel.refund_total" : "reservations.cancel.refund");
  const facts = [
    { label: t("reservations.cancel.fee"), value: formatYen(cancellation.fee, locale) },
    { label: refund, value: formatYen(cancellation.refund, locale) },
    ...(cancellation.returned_by_bank > 0
      ? [{ label: t("reservations.cancel.returned_by_bank"), value: formatYen(cancellation.returned_by_bank, locale) }]
      : []),
  ];

  const cancel = async () => {
    const sure = await ask({
      title: t(isOrder ? "reservations.cancel.title_order" : "reservations.cancel.title"),
      body: (
        <>
          <p>{t("reservations.cancel.sure")}</p>
          <Facts facts={facts} />
        </>
      ),
      confirmLabel: t("reservations.cancel.confirm"),
      cancelLabel: t(isOrder ? "reservations.cancel.keep_order" : "reservations.cancel.keep"),
      danger: true,
    });
    if (!sure) return;
    await cancelling.write(async () => {
      await send("DELETE", "/users/api/reservations/{uid}", { path: { uid: reservation.uid } });
      const message = t(isOrder ? "reservations.cancel.done_order" : "reservations.cancel.done");
      showFlash({ kind: "notice", message, sticky: false });
      await revalidate();
    });
  };

  return (
    <Panel>
      <Stack>
        <h2>{t("restaurant.policy")}</h2>
        <p className={styles.policy}>{policyText}</p>
        {reservation.status === "accepted" && <p className={styles.policy}>{cancellation.text}</p>}
        {isCancelled && (
          <Stack>
            <h3>{t("reservations.cancel.outcome")}</h3>
            <Facts facts={facts} />
          </Stack>
        )}
        {cancellation.allowed && (
          <Button kind="danger" busy={cancelling.busy} onClick={() => void cancel()}>
            {t(isOrder ? "reservations.cancel.button_order" : "reservations.cancel.button")}
          </Button>
        )}
        <WriteProblem write={cancelling} />
      </Stack>
    </Panel>
  );
}
