import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { formatShortInstant } from "@seki/shared/civil-time";
import { useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData, useSlug } from "@/admin/navigation";
import { Facts, PageTitle, usePrefecture } from "@/console/ui";
import { ReleaseForm } from "./ReleaseForm";

type Announcement = Schemas["AnnouncementView"];

/** The release of an announcement: its time, its audience and their number (admin §2). */
export default function AdminAnnouncementReleasePage() {
  const t = useT();
  const slug = useSlug();
  const { announcement } = usePageData<"admin_announcement_release">();
  const { id, status, scheduled_at } = announcement;
  const isOpen = status === "draft" || status === "scheduled";
  return (
    <>
      <PageTitle
        title={t("release.title")}
        actions={
          <>
            <Button component="a" href={paths.ownersAnnouncements(slug)}>
              {t("release.to_list")}
            </Button>
            {status === "draft" && (
              <Button component="a" href={paths.ownersEditAnnouncement(slug, id)}>
                {t("release.to_edit")}
              </Button>
            )}
          </>
        }
      />
      <Box sx={{ display: "grid", gap: 2, maxWidth: 760 }}>
        <Preview announcement={announcement} />
        {isOpen ? (
          <ReleaseForm key={`${status} ${scheduled_at}`} />
        ) : (
          <Typography role="status">{t("release.closed")}</Typography>
        )}
      </Box>
    </>
  );
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
