import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewPage as ReviewData } from "@/api";
import { formatDate, formatTime, formatYen } from "@seki/shared/civil-time";
import { orderKindOf, shownPriceOf } from "@/features/booking";
import { QuestionSets, useAnswers } from "@/features/preferences";
import { CourseLine } from "@/features/restaurants";
import { AppLink, localePrefixOf, paths, useLocale, usePageData, useTitle } from "@/navigation";
import { Button, Checkbox, Facts, Notice, PageFrame, Panel, Problem, Stack, TextAreaField } from "@/ui";
import { BookingPicture, DecisionButtons, Why } from "../components/Decision";
import { Confirmations } from "../components/Confirmations";
import { Delivery } from "../components/Delivery";
import { Gold } from "../components/Gold";
import { HoldClock } from "../components/HoldClock";
import { CancellationPolicy, Charges, FinalConfirmation } from "../components/Money";
import { Payment } from "../components/Payment";
import { useComplete } from "../hooks/useComplete";
import type { CompleteProblem } from "../hooks/useComplete";
import { useDelivery } from "../hooks/useDelivery";
import { useGold } from "../hooks/useGold";
import { useHold } from "../hooks/useHold";
import { allTicked, confirmBody, requiredConfirmations } from "../model/confirmations";
import { arrivalText } from "../model/delivery";
import type { ConfirmationKey, Ticks } from "../model/confirmations";
import styles from "./ReviewPage.module.css";

const SPECIAL_REQUEST_ROWS = 8;

export default function ReviewPage() {
  const { t } = useTranslation();
  const page = usePageData("review");
  const hold = useHold(page);
  const { complete, submitting, problem, modal } = useComplete(page);
  const [ticks, setTicks] = useState<Ticks>(new Set());
  const [request, setRequest] = useState(page.reservation.special_request ?? "");
  const [hidden, setHidden] = useState(false);
  const delivery = useDelivery(page.delivery, problem?.kind === "refused" ? problem.delivery : {});
  const named = problem?.kind === "refused" ? problem.named : {};
  const gold = useGold(page.gold, named);
  const questions = page.preference_questions;
  const answers = useAnswers(questions, page.reservation.guests_count, [], named);
  const locale = useLocale();
  const arrival = page.delivery && delivery.form ? arrivalText(page.delivery, delivery.form, locale) : undefined;
  const required = requiredConfirmations(page);
  const order = orderKindOf(page.reservation.operation, page.restaurant);
  const cardMissing = page.needs_card && page.card === null;
  const ready = allTicked(required, ticks) && !cardMissing && hold.seconds > 0;
  const title = t(order ? "review.title_order" : "review.title");
  useTitle(title);

  const toggle = (key: ConfirmationKey, ticked: boolean) => {
    const next = new Set(ticks);
    if (ticked) next.add(key);
    else next.delete(key);
    setTicks(next);
  };

  const submit = async () => {
    if (![delivery, gold, answers].map((part) => part.check()).every(Boolean)) return;
    // A payment under way must not be cut off by the clock of this page.
    hold.finish();
    const body = { ...confirmBody(ticks, request, hidden), ...delivery.body, ...gold.body, preferences: answers.body };
    if (!(await complete(body))) hold.resume();
  };

  return (
    <PageFrame narrow title={title} lead={t(order ? "review.lead_order" : "review.lead")}>
      <Stack>
        <HoldClock seconds={hold.seconds} isOrder={order !== null} />
        <PriceChange page={page} />
        <Booking page={page} />
        {page.delivery && <Delivery choices={page.delivery} state={delivery} />}
        {page.gold && <Gold form={page.gold} state={gold} />}
        {questions.length > 0 && (
          <Panel>
            <Stack>
              <h2>{page.preferences.title}</h2>
              <QuestionSets questions={questions} state={answers} />
            </Stack>
          </Panel>
        )}
        <Panel>
          <Stack>
            <TextAreaField
              label={t("review.special_request")}
              hint={t("review.special_request_hint")}
              rows={SPECIAL_REQUEST_ROWS}
              value={request}
              onChange={(event) => setRequest(event.target.value)}
            />
            <Checkbox
              label={t("review.hide_from_user")}
              checked={hidden}
              onChange={(event) => setHidden(event.target.checked)}
            />
          </Stack>
        </Panel>
        <CancellationPolicy policy={page.policy} />
        <Charges page={page} />
        {(page.needs_card || page.card) && <Payment page={page} />}
        <Confirmations
          page={page}
          required={required}
          ticks={ticks}
          errors={problem?.kind === "refused" ? problem.fields : {}}
          onToggle={toggle}
        />
        <FinalConfirmation items={page.final_confirmation} visit={page.reservation} order={order} arrival={arrival} />
        {(gold.isIncomplete || answers.isIncomplete) && (
          <Notice kind="alert" live>
            <p>{t("preferences.incomplete")}</p>
          </Notice>
        )}
        {problem ? (
          <Refusal problem={problem} />
        ) : (
          page.payment_problem && (
            <Notice kind="alert">
              <p>{page.payment_problem}</p>
            </Notice>
          )
        )}
        <DecisionButtons>
          <Button kind="accent" disabled={!ready} busy={submitting} onClick={() => void submit()}>
            {page.total > 0
              ? t(order ? "review.complete_and_pay_order" : "review.complete_and_pay")
              : t(order ? "review.complete_order" : "review.complete")}
          </Button>
          <Button kind="text" disabled={submitting} onClick={() => void hold.cancel()}>
            {t(order ? "review.cancel.button_order" : "review.cancel.button")}
          </Button>
        </DecisionButtons>
        {!ready && (
          <Why>
            {cardMissing
              ? t(order ? "review.why_card_order" : "review.why_card")
              : t(order ? "review.why_boxes_order" : "review.why_boxes")}
          </Why>
        )}
      </Stack>
      {modal}
    </PageFrame>
  );
}

/** The restaurant changed the price after the diner had chosen, and before the seat was held at it. */
function PriceChange({ page }: { page: ReviewData }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { uid, course_price: price } = page.reservation;
  const shown = shownPriceOf(uid);
  if (shown === null || shown === price) return null;
  return (
    <Notice kind="alert" live>
      <p>{t("review.price_changed", { shown: formatYen(shown, locale), price: formatYen(price, locale) })}</p>
    </Notice>
  );
}

function Booking({ page }: { page: ReviewData }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { reservation, restaurant } = page;
  const order = orderKindOf(reservation.operation, restaurant);
  const facts = [
    { label: t(order ? "booking.order_date" : "booking.date"), value: formatDate(reservation.date, locale) },
    {
      label: t(order ? "booking.pickup_time" : "booking.start_time"),
      value: order !== "delivery" && formatTime(reservation.starts_at, locale),
    },
    {
      label: t(order ? "booking.portions" : "booking.guests"),
      value: t(order ? "booking.portions_count" : "booking.guests_count", { count: reservation.guests_count }),
    },
    { label: t("reservations.seat"), value: !order && reservation.seat_title },
    {
      label: t("booking.course"),
      value: reservation.course_title && (
        <CourseLine title={reservation.course_title} price={reservation.course_price} unit={reservation.custom_unit} />
      ),
    },
    { label: t("restaurant.address"), value: order !== "delivery" && restaurant.address },
    { label: t("restaurant.phone"), value: <a href={`tel:${restaurant.phone}`}>{restaurant.phone}</a> },
  ].filter(({ value }) => value);
  return (
    <Panel>
      <section className={styles.booking} aria-labelledby="booking">
        <BookingPicture src={restaurant.image_url} />
        <h2 id="booking">{restaurant.restaurant_name}</h2>
        <Facts facts={facts} />
      </section>
    </Panel>
  );
}

function Refusal({ problem }: { problem: CompleteProblem }) {
  const { t } = useTranslation();
  const here = window.location.pathname.slice(localePrefixOf(window.location.pathname).length) + window.location.search;
  if (problem.kind === "authentication") {
    return (
      <Problem>
        <p>
          <strong>{t("three_d_secure.failed")}</strong>
        </p>
        {problem.message && <p>{problem.message}</p>}
        <p>{t("three_d_secure.retry")}</p>
        <AppLink to={paths.creditCard(here)}>{t("three_d_secure.to_card")}</AppLink>
      </Problem>
    );
  }
  return (
    <Problem>
      <p>{problem.kind === "offline" ? t("common.network_error") : problem.message}</p>
    </Problem>
  );
}
