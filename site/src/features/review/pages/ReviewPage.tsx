import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewPage as ReviewData } from "@/api";
import { formatYen } from "@seki/shared/civil-time";
import { deleteDrafts, useStoredInput, useStoredState } from "@/drafts";
import { orderKindOf, shownPriceOf } from "@/features/booking";
import { QuestionSets, useAnswers } from "@/features/preferences";
import { AppLink, localePrefixOf, paths, useLocale, usePageData, useTitle } from "@/navigation";
import { Button, Checkbox, Notice, PageFrame, Panel, Problem, Stack, TextAreaField } from "@/ui";
import { Bar } from "../components/Bar";
import { Confirmations } from "../components/Confirmations";
import { Delivery } from "../components/Delivery";
import { Gold } from "../components/Gold";
import { Reason } from "../components/Decision";
import { CancellationPolicy } from "../components/Money";
import { Payment } from "../components/Payment";
import { Summary } from "../components/Summary";
import { useComplete } from "../hooks/useComplete";
import type { CompleteProblem } from "../hooks/useComplete";
import { useDelivery } from "../hooks/useDelivery";
import { useGold } from "../hooks/useGold";
import { useHold } from "../hooks/useHold";
import { useIsWide } from "../hooks/useIsWide";
import { allTicked, confirmBody, requiredConfirmations } from "../model/confirmations";
import { arrivalText } from "../model/delivery";
import type { ConfirmationKey } from "../model/confirmations";
import styles from "./ReviewPage.module.css";

const SPECIAL_REQUEST_ROWS = 8;

export default function ReviewPage() {
  const { t } = useTranslation();
  const page = usePageData("review");
  const hold = useHold(page);
  const { complete, submitting, problem, attempt, modal } = useComplete(page);
  const kept = useReviewDraft(page, hold.seconds <= 0);
  const [ticked, setTicked] = useStoredState<ConfirmationKey[]>(kept.of("ticks"), []);
  const [request, setRequest] = useStoredInput(kept.request, page.reservation.special_request ?? "");
  const [hidden, setHidden] = useStoredState(kept.of("hidden"), false);
  const ticks = new Set(ticked);
  const delivery = useDelivery(page.delivery, problem?.kind === "refused" ? problem.delivery : {}, kept.of("delivery"));
  const named = problem?.kind === "refused" ? problem.named : {};
  const gold = useGold(page.gold, named, kept.of("gold"));
  const questions = page.preference_questions;
  const answers = useAnswers(questions, page.reservation.guests_count, [], named, kept.of("answers"));
  const locale = useLocale();
  const arrival = page.delivery && delivery.form ? arrivalText(page.delivery, delivery.form, locale) : undefined;
  const required = requiredConfirmations(page);
  const order = orderKindOf(page.reservation.operation, page.restaurant);
  const cardMissing = page.needs_card && page.card === null;
  const ready = allTicked(required, ticks) && !cardMissing && hold.seconds > 0;
  const isWide = useIsWide();
  // The summary's position in the document follows its position on the screen, for the keyboard and for screen readers.
  const summary = (
    <div className={styles.summary}>
      <Summary page={page} arrival={arrival} />
    </div>
  );
  const title = t(order ? "review.title_order" : "review.title");
  useTitle(title);

  const toggle = (key: ConfirmationKey, isTicked: boolean) =>
    setTicked([...ticked.filter((other) => other !== key), ...(isTicked ? [key] : [])]);

  const submit = async () => {
    if (![delivery, gold, answers].map((part) => part.check()).every(Boolean)) return;
    // The countdown must not interrupt a payment in progress.
    hold.finish();
    const body = { ...confirmBody(ticks, request, hidden), ...delivery.body, ...gold.body, preferences: answers.body };
    const isDone = await complete(body);
    if (isDone) kept.forget();
    else if (isDone === false) hold.resume();
  };

  return (
    <PageFrame title={title} lead={t(order ? "review.lead_order" : "review.lead")}>
      <Stack>
        <PriceChange page={page} />
        <div className={styles.columns}>
          {!isWide && summary}
          <Stack>
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
            <SpecialRequest request={request} onRequest={setRequest} hidden={hidden} onHidden={setHidden} />
            {(page.needs_card || page.card) && <Payment page={page} />}
            <CancellationPolicy
              policy={page.policy}
              fee={order ? undefined : page.charges.find(({ kind }) => kind === "reservation_fee")?.unit_amount}
            />
            <Confirmations
              page={page}
              required={required}
              ticks={ticks}
              errors={problem?.kind === "refused" ? problem.fields : {}}
              onToggle={toggle}
            />
          </Stack>
          <div className={styles.decision}>
            {isWide && summary}
            {(gold.isIncomplete || answers.isIncomplete) && (
              <Notice kind="alert" live>
                <p>{t("preferences.incomplete")}</p>
              </Notice>
            )}
            {problem && <Refusal key={attempt} problem={problem} />}
            {!problem && page.payment_problem && (
              <Notice kind="alert">
                <p>{page.payment_problem}</p>
              </Notice>
            )}
            <Bar page={page} arrival={arrival} seconds={hold.seconds}>
              <Button kind="accent" disabled={!ready} busy={submitting} onClick={() => void submit()}>
                {page.total > 0
                  ? t(order ? "review.complete_and_pay_order" : "review.complete_and_pay")
                  : t(order ? "review.complete_order" : "review.complete")}
              </Button>
            </Bar>
            <div className={styles.after}>
              {!ready && (
                <Reason>
                  {cardMissing
                    ? t(order ? "review.why_card_order" : "review.why_card")
                    : t(order ? "review.why_boxes_order" : "review.why_boxes")}
                </Reason>
              )}
              <Button kind="text" disabled={submitting} onClick={() => void hold.cancel()}>
                {t(order ? "review.cancel.button_order" : "review.cancel.button")}
              </Button>
            </div>
          </div>
        </div>
      </Stack>
      {modal}
    </PageFrame>
  );
}

interface SpecialRequestProps {
  request: string;
  onRequest: (request: string) => void;
  hidden: boolean;
  onHidden: (isHidden: boolean) => void;
}

/** The special request to the restaurant, and the setting that hides the booking from the diner's list. */
function SpecialRequest({ request, onRequest, hidden, onHidden }: SpecialRequestProps) {
  const { t } = useTranslation();
  return (
    <Panel>
      <Stack>
        <TextAreaField
          label={t("review.special_request")}
          hint={t("review.special_request_hint")}
          rows={SPECIAL_REQUEST_ROWS}
          value={request}
          onChange={(event) => onRequest(event.target.value)}
        />
        <Checkbox
          label={t("review.hide_from_user")}
          checked={hidden}
          onChange={(event) => onHidden(event.target.checked)}
        />
      </Stack>
    </Panel>
  );
}

/**
 * Keeps the draft while its hold exists. The special request alone outlives an ended hold: it is offered with the next
 * one at the restaurant.
 */
function useReviewDraft({ hold, restaurant }: ReviewData, isOver: boolean) {
  const request = `request.${restaurant.slug}`;
  const holds = `review.${hold.uid}.`;
  useEffect(() => deleteDrafts("review.", (name) => !isOver && name.startsWith(holds)), [holds, isOver]);
  const forget = () => {
    deleteDrafts(holds);
    deleteDrafts(request);
  };
  return { of: (part: string) => holds + part, request, forget };
}

/** Shown if the restaurant changed the price between the choice and the hold. */
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
