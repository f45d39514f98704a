import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { DataTable } from "react-admin";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { AdminListPage } from "@/admin/lists/AdminListPage";
import { Instant } from "@/admin/lists/cells";
import type { ListLinks } from "@/admin/lists/own-address";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { paths, useInstant, usePageData } from "@/admin/navigation";
import { restaurantCell } from "@/admin/records/cells";
import { AppLink, firstLines } from "@/console/ui";

type Announcement = Schemas["AnnouncementEntry"];

const STATUSES = ["draft", "scheduled", "sending", "sent", "stopping", "stopped"] as const;
const SUBJECTS = ["notice", "vacancy", "event", "opening_hours"] as const;
const NEWEST_FIRST = { field: "created_at", order: "DESC" } as const;
const LINKS: ListLinks = {
  initial: {},
  plain: {
    status: (status) => ({ status }),
    subject_type: (subject_type) => ({ subject_type }),
    restaurant: (restaurant_slug) => ({ restaurant_slug }),
  },
};

/** The announcements of all restaurants, newest first. Each links to the page that releases it. */
export default function AdminAnnouncementsPage() {
  const t = useT();
  const { first } = usePageData<"admin_announcements">();
  const filters = useFilters();
  return (
    <AdminListPage<Announcement>
      title={t("announcements.title")}
      resource="announcements"
      sort={NEWEST_FIRST}
      first={first}
      filters={filters}
      links={LINKS}
      sortFields={SORT_FIELDS}
      none={t("announcements.none")}
      hiddenColumns={HIDDEN}
      styles={STYLES}
    >
      {columns}
    </AdminListPage>
  );
}

function useFilters() {
  const t = useT();
  const { choice, flag, text, days } = useFilterInputs();
  return [
    choice(
      "status",
      STATUSES.map((status) => [status, t(`release.status.${status}`)]),
      true,
    ),
    choice(
      "subject_type",
      SUBJECTS.map((subject) => [subject, t(`release.subjects.${subject}`)]),
      true,
    ),
    text("restaurant_name", true),
    text("restaurant_slug"),
    text("body"),
    flag("needs_admin"),
    flag("is_recently_stopped"),
    ...days("created_at"),
    ...days("scheduled_at"),
    ...days("sent_at"),
  ];
}

const SORT_FIELDS = ["created_at", "sent_at", "restaurant_name", "status"];
const HIDDEN = ["scheduled_at"];
const STYLES = {
  "& .column-restaurant_name": { minWidth: 140 },
  "& .column-body": { minWidth: 220 },
  "& .column-sent_at, & .column-created_at": { minWidth: 110 },
  "& td.column-status, & td.column-announced_count": { whiteSpace: "nowrap" },
} as const;

const Col = DataTable.Col<Announcement>;

const columns = [
  <Col key="restaurant" source="restaurant_name" render={restaurantCell} />,
  <Col key="body" source="body" disableSort render={(row) => <Body row={row} />} />,
  <Col key="status" source="status" render={(row) => <Status row={row} />} />,
  <Col key="sent" source="sent_at" render={(row) => <Sent row={row} />} />,
  <Col
    key="recipients"
    source="announced_count"
    align="right"
    disableSort
    render={(row) => <Recipients row={row} />}
  />,
  <Col key="created" source="created_at" render={({ created_at: at }) => <Instant at={at} />} />,
  <Col key="scheduled" source="scheduled_at" render={({ scheduled_at: at }) => at !== null && <Instant at={at} />} />,
];

interface RowProps {
  row: Announcement;
}

function Body({ row }: RowProps) {
  const t = useT();
  const subject = t(`release.subjects.${row.subject_type as "notice"}`);
  return (
    <>
      <AppLink
        to={paths.release(row.id)}
        aria-label={t("announcements.open", { subject, id: row.id, restaurant: row.restaurant_name })}
      >
        {subject}
      </AppLink>
      <Typography variant="body2" color="text.secondary" sx={firstLines(2)}>
        {row.body}
      </Typography>
    </>
  );
}

function Status({ row }: RowProps) {
  const t = useT();
  return (
    <>
      {t(`release.status.${row.status as "draft"}`)}
      {row.needs_admin && (
        <Box sx={{ mt: 0.5 }}>
          <Chip size="small" label={t("announcements.needs_admin")} />
        </Box>
      )}
    </>
  );
}

/** When it was sent, or is scheduled to be sent. */
function Sent({ row: { sent_at, scheduled_at } }: RowProps) {
  const t = useT();
  const instant = useInstant();
  if (sent_at !== null) return instant(sent_at);
  return scheduled_at === null ? "" : t("announcements.scheduled_for", { at: instant(scheduled_at) });
}

function Recipients({ row }: RowProps) {
  return useT()("release.people", { count: row.announced_count });
}
