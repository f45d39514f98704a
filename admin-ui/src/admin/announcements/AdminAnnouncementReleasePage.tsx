import { useEffect } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link, useRevalidator } from "react-router";
import { formatShortInstant } from "@seki/shared/civil-time";
import { send, useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, useOwnerPages, usePageData, useSlug } from "@/admin/navigation";
import { SendingPane, isMoving } from "@/console/announcements";
import { Facts, PageTitle, usePrefecture } from "@/console/ui";
import { ReleaseForm } from "./ReleaseForm";

type Announcement = Schemas["AnnouncementView"];

/** The release of an announcement: its time, its audience and their number (admin §2). */
export default function AdminAnnouncementReleasePage() {
  const t = useT();
  const slug = useSlug();
  const { announcement, progress } = usePageData<"admin_announcement_release">();
  const { id, status } = announcement;
  const hasOwnerPages = useOwnerPages(slug);
  const isOpen = status === "draft" || status === "scheduled";
  return (
    <>
      <PageTitle
        title={t(isOpen ? "release.title" : `release.title_of.${status as "sent"}`)}
        actions={
          <>
            <Button component={Link} to={paths.announcements}>
              {t("release.to_list")}
            </Button>
            {status === "draft" && hasOwnerPages && (
              <Button component="a" href={paths.ownersEditAnnouncement(slug, id)}>
                {t("release.to_edit")}
              </Button>
            )}
          </>
        }
      />
      <Box sx={{ display: "grid", gap: 2, maxWidth: 760 }}>
        <Preview announcement={announcement} />
        {isOpen && <ReleaseForm key={id} />}
        {progress !== null && <Sending announcement={announcement} progress={progress} />}
      </Box>
    </>
  );
}

/** Interval at which the page is read again while the announcement is being sent or stopped. */
const EVERY_MS = 1000;

function Sending({ announcement, progress }: { announcement: Announcement; progress: Schemas["SendingProgress"] }) {
  const { revalidate } = useRevalidator();
  const moves = isMoving(announcement.status);
  useEffect(() => {
    if (!moves) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [moves, revalidate]);
  const path = { id: String(announcement.id) };
  const calls = {
    stop: () => send("POST", "/admin/announcements/{id}/stop", { path }),
    resume: () => send("POST", "/admin/announcements/{id}/resume", { path }),
  };
  return <SendingPane status={announcement.status} progress={progress} calls={calls} mayWrite onChanged={revalidate} />;
}

function Preview({ announcement }: { announcement: Announcement }) {
  const t = useT();
  const prefecture = usePrefecture();
  const { locale } = useShell();
  const { subject_type, body, status, customer_group_labels, prefectures, premium_grades, scheduled_at } = announcement;
  return (
    <Paper variant="outlined" sx={{ p: 2, display: "grid", gap: 2 }}>
      <Typography variant="h2">{t(`release.subjects.${subject_type as "notice"}`)}</Typography>
      <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{body}</Typography>
      <Facts
        facts={[
          [t("release.status_label"), t(`release.status.${status as "draft"}`)],
          [t("release.scheduled_at"), scheduled_at && formatShortInstant(scheduled_at, locale)],
          [t("release.groups"), customer_group_labels.join(t("list.and")) || t("release.all")],
          [t("release.prefectures"), prefectures.map(prefecture).join(t("list.and"))],
          [
            t("release.grades"),
            premium_grades.map((grade) => t(`value.grade.${grade as "green"}`, { _: grade })).join(t("list.and")),
          ],
        ]}
      />
    </Paper>
  );
}
