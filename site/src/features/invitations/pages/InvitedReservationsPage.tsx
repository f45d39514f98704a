import { useTranslation } from "react-i18next";
import type { InvitationSummary } from "@/api";
import { formatVisit } from "@seki/shared/civil-time";
import { AppLink, paths, useLocale, usePageData, useTitle } from "@/navigation";
import { ButtonLink, EmptyState, PageFrame, Pager, Panel, Stack } from "@/ui";
import { StatusTag } from "@/features/reservations/components/StatusTag";
import styles from "./Invitations.module.css";

/** The diner's invitations; unanswered ones come first. */
export default function InvitedReservationsPage() {
  const { t } = useTranslation();
  const { invitations, current_page, total_pages } = usePageData("invited_reservations");
  useTitle(t("invitations.title"));
  return (
    <PageFrame title={t("invitations.title")}>
      {invitations.length === 0 ? (
        <EmptyState title={t("invitations.empty")}>
          <p>{t("invitations.empty_text")}</p>
          <ButtonLink kind="primary" to={paths.home}>
            {t("common.find_restaurants")}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {invitations.map((invitation) => (
            <li key={invitation.uid}>
              <Invitation invitation={invitation} />
            </li>
          ))}
        </ul>
      )}
      <Pager current={current_page} total={total_pages} />
    </PageFrame>
  );
}

function Invitation({ invitation }: { invitation: InvitationSummary }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Panel>
      <Stack>
        {invitation.is_open ? (
          <p className={styles.open}>{t("invitations.open")}</p>
        ) : (
          <StatusTag reservation={invitation} />
        )}
        <h2>
          <AppLink to={paths.invitationOf(invitation.uid)}>{invitation.restaurant.restaurant_name}</AppLink>
        </h2>
        <p>
          {[
            formatVisit(invitation.starts_at, locale),
            t("booking.guests_count", { count: invitation.guests_count }),
            invitation.course_title,
          ].join(" / ")}
        </p>
        {invitation.is_open && invitation.deadline && (
          <p>{t("invitations.answer_by", { deadline: invitation.deadline })}</p>
        )}
      </Stack>
    </Panel>
  );
}
