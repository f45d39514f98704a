import { useState } from "react";
import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { ConsoleList, exporterOf } from "@/console/lists";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { PageTitle } from "@/console/ui";
import { mayExport, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { Writers } from "../rights";
import { AnnouncementTable, SORT_FIELDS } from "./AnnouncementTable";
import { DetailDialog } from "./DetailDialog";
import { dateTime, groupsOf } from "./model";
import type { Announcement, Status, SubjectType } from "./model";
import { ANNOUNCEMENTS } from "./removal";

const PER_PAGE = 20;
const NEWEST_FIRST = { field: "id", order: "DESC" } as const;
const STATUSES = ["draft", "scheduled", "sending", "sent", "stopping", "stopped"] as const;
const SUBJECTS = ["notice", "vacancy", "event", "opening_hours"] as const;

/** Lists the restaurant's announcements. */
export default function OwnerAnnouncementsPage() {
  const t = useT();
  const { role } = useSession();
  const { data } = usePage<"owner_announcements">();
  const [open, setOpen] = useState<number | null>(null);
  const exporter = useExporter();
  return (
    <>
      <PageTitle
        title={t("announcements.title")}
        actions={
          <Writers of="office">
            <Button startIcon={<AddIcon />} variant="contained" component={Link} to={paths.newAnnouncement}>
              {t("announcements.new")}
            </Button>
          </Writers>
        }
      />
      <ConsoleList<Announcement>
        resource={ANNOUNCEMENTS}
        sort={NEWEST_FIRST}
        perPage={PER_PAGE}
        first={{ data: data.announcements, total: data.total }}
        filters={useFilters()}
        pageSizes={[PER_PAGE, 50, 100]}
        sortFields={SORT_FIELDS}
        exporter={mayExport(role) ? exporter : false}
      >
        <AnnouncementTable onOpen={setOpen} />
      </ConsoleList>
      {open !== null && <DetailDialog id={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function useFilters() {
  const t = useT();
  const { choice } = useFilterInputs();
  return [
    choice(
      "status",
      STATUSES.map((status) => [status, t(`announcements.status.${status}`)]),
      true,
    ),
    choice(
      "subject_type",
      SUBJECTS.map((subject) => [subject, t(`announcements.subjects.${subject}`)]),
    ),
  ];
}

/** Returns the exporter of the announcements, with their whole texts. */
function useExporter() {
  const t = useT();
  const name = (field: "status" | "subject_type" | "created_at" | "body" | "recipients" | "announced_count") =>
    t(`resources.announcements.fields.${field}`);
  return exporterOf<Announcement>(ANNOUNCEMENTS, [
    [name("created_at"), ({ created_at }) => dateTime(created_at)],
    [name("status"), ({ status }) => t(`announcements.status.${status as Status}`)],
    [name("subject_type"), ({ subject_type }) => t(`announcements.subjects.${subject_type as SubjectType}`)],
    [name("body"), ({ body }) => body],
    [name("recipients"), (announcement) => groupsOf(announcement) || t("announcements.all")],
    [name("announced_count"), ({ announced_count, re_announced_count }) => announced_count + re_announced_count],
  ]);
}
