import { useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import type { InvitedReservationPage as InvitationData } from "@/api";
import { CardForm, SavedCardLine } from "@/features/payment";
import { CourseLine } from "@/features/restaurants";
import { BookingPicture, DecisionButtons, Reason } from "@/features/review/components/Decision";
import { CancellationPolicy, FinalConfirmation } from "@/features/review/components/Money";
import { formatVisit } from "@seki/shared/civil-time";
import { AppLink, paths, useLocale, usePageData, useTitle } from "@/navigation";
import { Button, ButtonLink, Checkbox, Facts, Notice, PageFrame, Panel, Stack, WriteProblem, useAsk } from "@/ui";
import { DeadlineClock } from "../components/DeadlineClock";
import { FewerGuests } from "../components/FewerGuests";
import { useAnswer } from "../hooks/useAnswer";

/** The form is shown for the first card only, which requires no proof of identity. */
const FIRST_CARD = [] as const;

/** One invitation: its reservation, and the guest's answer (gaps G152). */
export default function InvitedReservationPage() {
  const { t } = useTranslation();
  const page = usePageData("invited_reservation");
  const { invitation, restaurant } = page;
  useTitle(t("invitations.detail_title", { name: restaurant.restaurant_name }));
  const list = <AppLink to={paths.invited_reservations}>{t("invitations.back_to_list")}</AppLink>;
  return (
    <PageFrame
      narrow
      title={t("invitations.detail_title", { name: restaurant.restaurant_name })}
      lead={page.needs_sign_in ? t("invitations.lead", { name: restaurant.restaurant_name }) : list}
    >
      <Stack>
        <Visit page={page} />
        {invitation.is_open && invitation.deadline_at && <DeadlineClock deadlineAt={invitation.deadline_at} />}
        {invitation.is_open && <Answer page={page} />}
        {invitation.status === "accepted" && (
          <Notice>
            <p>{t("invitations.booked")}</p>
            <AppLink to={paths.reservationOf(invitation.uid)}>{t("invitations.to_booking")}</AppLink>
          </Notice>
        )}
        {!invitation.is_open && invitation.status !== "accepted" && (
          <Notice>
            <p>{t("invitations.over")}</p>
          </Notice>
        )}
        {page.can_reduce_guests && <FewerGuests key={invitation.guests_count} page={page} />}
      </Stack>
    </PageFrame>
  );
}

function Visit({ page }: { page: InvitationData }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { invitation, restaurant } = page;
  const facts = [
    { label: t("booking.date"), value: formatVisit(invitation.starts_at, locale) },
    { label: t("booking.guests"), value: t("booking.guests_count", { count: invitation.guests_count }) },
    {
      label: t("booking.course"),
      value: invitation.course_title && (
        <CourseLine title={invitation.course_title} price={invitation.course_price} unit={invitation.custom_unit} />
      ),
    },
    { label: t("reservations.seat"), value: invitation.seat_title },
    {
      label: t("invitations.deadline"),
      value: invitation.is_open && invitation.deadline_at && (
        <time dateTime={invitation.deadline_at}>{invitation.deadline}</time>
      ),
    },
    { label: t("restaurant.address"), value: restaurant.address },
    {
      label: t("restaurant.phone"),
      value: restaurant.phone && <a href={`tel:${restaurant.phone}`}>{restaurant.phone}</a>,
    },
  ].filter(({ value }) => value);
  return (
    <Panel>
      <Stack>
        <BookingPicture src={restaurant.image_url} />
        <h2>
          {restaurant.is_hidden ? (
            restaurant.restaurant_name
          ) : (
            <AppLink to={paths.restaurantOf(restaurant.slug)}>{restaurant.restaurant_name}</AppLink>
          )}
        </h2>
        <Facts facts={facts} />
      </Stack>
    </Panel>
  );
}

function Answer({ page }: { page: InvitationData }) {
  const { t } = useTranslation();
  const { ask } = useAsk();
  const { accept, decline, answering, modal } = useAnswer(page);
  const [agreed, setAgreed] = useState(false);
  const cardMissing = page.needs_card && page.card === null;

  const refuse = async () => {
    const sure = await ask({
      title: t("invitations.decline_title"),
      body: <p>{t("invitations.decline_text")}</p>,
      confirmLabel: t("invitations.decline"),
      danger: true,
    });
    if (sure) await decline();
  };

  return (
    <>
      <CancellationPolicy policy={page.policy} />
      {page.total > 0 && <FinalConfirmation items={page.final_confirmation} startsAt={page.invitation.starts_at} />}
      {page.total > 0 && !page.needs_sign_in && <Card page={page} />}
      {!answering.problem && page.payment_problem && (
        <Notice kind="alert">
          <p>{page.payment_problem}</p>
        </Notice>
      )}
      <WriteProblem write={answering} />
      <DecisionButtons>
        {page.needs_sign_in ? (
          <SignInFirst page={page} />
        ) : (
          <>
            <Checkbox
              label={t("invitations.agree")}
              checked={agreed}
              onChange={(event) => setAgreed(event.target.checked)}
            />
            <Button kind="accent" busy={answering.busy} disabled={!agreed || cardMissing} onClick={() => void accept()}>
              {page.total > 0 ? t("invitations.accept_and_pay") : t("invitations.accept")}
            </Button>
            {(!agreed || cardMissing) && (
              <Reason>{t(cardMissing ? "invitations.why_card" : "invitations.why_policy")}</Reason>
            )}
          </>
        )}
        <Button kind="text" disabled={answering.busy} onClick={() => void refuse()}>
          {t("invitations.decline")}
        </Button>
      </DecisionButtons>
      {modal}
    </>
  );
}

function SignInFirst({ page }: { page: InvitationData }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("invitations.account_first")}</p>
      <ButtonLink kind="accent" to={paths.signUpForInvitation(page.invitation.uid, page.invited_token ?? "")}>
        {t("invitations.sign_up")}
      </ButtonLink>
      <ButtonLink to={paths.sign_in}>{t("invitations.sign_in")}</ButtonLink>
    </>
  );
}

function Card({ page }: { page: InvitationData }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  return (
    <Panel>
      <Stack>
        <h2>{t("review.payment.heading")}</h2>
        {page.card ? (
          <SavedCardLine card={page.card} />
        ) : (
          <CardForm next={null} proofWays={FIRST_CARD} onRegistered={revalidate} />
        )}
      </Stack>
    </Panel>
  );
}
