import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { useBackNavigation } from "@seki/shared/navigation";
import { formatYen } from "@seki/shared/civil-time";
import type { ReservationEditPage as EditData } from "@/api";
import { deleteDrafts, useStoredInput } from "@/drafts";
import { orderKindOf } from "@/features/booking";
import { AppLink, paths, useLocale, usePageData, useTitle } from "@/navigation";
import { QuestionSets, useAnswers } from "@/features/preferences";
import { Button, Facts, Notice, PageFrame, Panel, SelectField, Stack, WriteProblem, useAsk } from "@/ui";
import { CountedTextArea } from "@/ui/CountedTextArea";
import { isTooLong } from "@/ui/text-length";
import { RemainingAnswers } from "../components/RemainingAnswers";
import { useUpdate } from "../hooks/useUpdate";
import { answeredGroups, canUpdate } from "../model/edit";
import type { Draft } from "../model/edit";
import { whenOf } from "../model/when";

const SPECIAL_REQUEST_ROWS = 8;

export default function ReservationEditPage() {
  const page = usePageData("reservation_edit");
  const { reservation } = page;
  // A change on another page replaces the draft.
  return <EditForm key={`${reservation.guests_count}:${reservation.special_request}`} page={page} />;
}

function EditForm({ page }: { page: EditData }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { ask } = useAsk();
  const { revalidate } = useRevalidator();
  const { isStale, refresh } = useBackNavigation(revalidate);
  const { reservation, restaurant, is_invited: isInvited } = page;
  const { guests_count: guestsBefore, special_request: requestBefore } = reservation;
  const kept = `edit.${reservation.uid}.`;
  const [draft, setDraft] = useStoredInput<Draft>(`${kept}fields`, {
    special_request: requestBefore,
    guests_count: guestsBefore,
    dropped: [],
  });
  const { update, saving, modal } = useUpdate(reservation.uid, restaurant.slug);
  const ordering = orderKindOf(reservation.operation, restaurant) !== null;
  const title = t(ordering ? "edit.title_order" : "edit.title");
  useTitle(title);

  const named = (count: number) => t(ordering ? "booking.portions_count" : "booking.guests_count", { count });
  const isLocked = page.locked_reason !== null || isStale;
  const change = draft.guests_count - guestsBefore;
  const groups = answeredGroups(page);
  const questions = page.questions.filter(({ timing }) => groups.includes(timing));
  const added = useAnswers(questions, Math.max(change, 0), [], saving.fields, `${kept}answers`);
  const option = page.guests_options.find(({ guests_count }) => guests_count === draft.guests_count);

  // An earlier increase is unpaid. A change of the party replaces its amount, and a change of the request does not charge it.
  const openAmount = page.guests_options.find(({ guests_count }) => guests_count === guestsBefore)?.difference ?? 0;
  const difference = change === 0 ? 0 : (option?.difference ?? 0);

  const moneyHint = (): string | undefined => {
    const amounts = { amount: formatYen(difference, locale), open: formatYen(openAmount, locale) };
    const refund = option?.refund ?? 0;
    const hints = [
      openAmount > 0 && change === 0 && t("edit.open_hint", amounts),
      difference > 0 && t(openAmount > 0 ? "edit.difference_for_open_hint" : "edit.difference_hint", amounts),
      openAmount > 0 && change !== 0 && difference === 0 && t("edit.open_ends_hint", amounts),
      refund > 0 && t("edit.refund_hint", { amount: formatYen(refund, locale) }),
    ].filter(Boolean);
    return hints.length > 0 ? hints.join(" ") : undefined;
  };

  const setGuests = (guests_count: number) => setDraft({ ...draft, guests_count, dropped: [] });
  const toggle = (id: number) => {
    const dropped = draft.dropped.includes(id) ? draft.dropped.filter((other) => other !== id) : [...draft.dropped, id];
    setDraft({ ...draft, dropped });
  };

  const submit = async () => {
    if (change > 0 && !added.check()) return;
    const facts = [
      {
        label: t(ordering ? "booking.portions" : "booking.guests"),
        value: change !== 0 && t("edit.from_to", { from: named(guestsBefore), to: named(draft.guests_count) }),
      },
      {
        label: t("edit.difference"),
        value: difference > 0 && formatYen(difference, locale),
      },
      {
        label: t("edit.refund"),
        value: option !== undefined && option.refund > 0 && formatYen(option.refund, locale),
      },
      {
        label: t("review.special_request"),
        value: draft.special_request !== requestBefore && (draft.special_request || t("edit.no_request")),
      },
    ].filter(({ value }) => value);
    const sure = await ask({
      title: t(ordering ? "edit.sure_order" : "edit.sure"),
      body: <Facts facts={facts} />,
      confirmLabel: t("edit.submit"),
    });
    if (!sure) return;
    const isDone = await update({
      reservation: {
        guests_count: draft.guests_count,
        special_request: draft.special_request,
        delete_preference_ids: [],
      },
      delete_preference_ids: [...draft.dropped],
      preferences: groups.flatMap((timing) =>
        added.body.map(({ answers }) => ({
          timing,
          answers: answers.filter(({ preference_question_id: id }) =>
            questions.some((question) => question.id === id && question.timing === timing),
          ),
        })),
      ),
    });
    if (isDone) deleteDrafts(kept);
  };

  return (
    <PageFrame
      narrow
      title={title}
      lead={
        <AppLink to={paths.reservationOf(reservation.uid)}>{t(ordering ? "edit.back_order" : "edit.back")}</AppLink>
      }
    >
      <Stack>
        {isStale && (
          <Notice kind="alert" live>
            <p>{t("edit.stale")}</p>
            <Button onClick={refresh}>{t("edit.reload")}</Button>
          </Notice>
        )}
        {page.locked_reason !== null && (
          <Notice kind="alert">
            <p>{page.locked_reason}</p>
          </Notice>
        )}
        <Panel>
          <Stack>
            <h2>{restaurant.restaurant_name}</h2>
            <p>{whenOf(t, reservation, locale)}</p>
            {isInvited ? (
              <p>
                <AppLink to={paths.invitationOf(reservation.uid)}>{t("edit.invited")}</AppLink>
              </p>
            ) : (
              <SelectField
                label={t(ordering ? "booking.portions" : "booking.guests")}
                value={draft.guests_count}
                disabled={isLocked}
                error={saving.fields["reservation.guests_count"]}
                hint={isLocked ? undefined : (moneyHint() ?? page.fewer_refused)}
                onChange={(event) => setGuests(Number(event.target.value))}
              >
                {page.guests_options.map(({ guests_count }) => (
                  <option key={guests_count} value={guests_count}>
                    {named(guests_count)}
                  </option>
                ))}
              </SelectField>
            )}
            {change < 0 && <RemainingAnswers page={page} draft={draft} onToggle={toggle} />}
            {change > 0 && questions.length > 0 && (
              <QuestionSets questions={questions} state={added} after={guestsBefore} />
            )}
            <CountedTextArea
              label={t("review.special_request")}
              rows={SPECIAL_REQUEST_ROWS}
              limit={page.longest_request}
              value={draft.special_request}
              disabled={isLocked}
              error={saving.fields["reservation.special_request"]}
              onChange={(event) => setDraft({ ...draft, special_request: event.target.value })}
            />
            <WriteProblem write={saving} />
            <Button
              kind="accent"
              disabled={isLocked || isTooLong(draft.special_request, page.longest_request) || !canUpdate(page, draft)}
              busy={saving.busy}
              onClick={() => void submit()}
            >
              {t("edit.submit")}
            </Button>
          </Stack>
        </Panel>
      </Stack>
      {modal}
    </PageFrame>
  );
}
