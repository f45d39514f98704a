import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { ListContextProvider, useListContext } from "ra-core";
import { DataTable } from "react-admin";
import { Link } from "react-router";
import { ListTable } from "@/console/lists";
import { firstLines, useUndo } from "@/console/ui";
import { useMayWrite } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { StatusChip } from "./StatusChip";
import { dateTime, groupsOf } from "./model";
import type { Announcement, SubjectType } from "./model";
import { BulkRemove, subjectOf, useRemove } from "./removal";

const Col = DataTable.Col<Announcement>;

/** The fields by which the server sorts. */
export const SORT_FIELDS = ["created_at", "status", "subject_type", "announced_count"];

interface Props {
  onOpen: (id: number) => void;
}

/** The announcements. A row is hidden while its deletion can still be undone. */
export function AnnouncementTable({ onOpen }: Props) {
  const list = useListContext<Announcement>();
  const { away } = useUndo();
  const isShown = (announcement: Announcement) => !away.has(subjectOf(announcement));
  const shown = list.data === undefined ? list : { ...list, data: list.data.filter(isShown) };
  return (
    <ListContextProvider value={shown as typeof list}>
      <Announcements onOpen={onOpen} />
    </ListContextProvider>
  );
}

function Announcements({ onOpen }: Props) {
  const t = useT();
  const mayWrite = useMayWrite("office");
  const { filterValues } = useListContext();
  const isNarrowed = Object.keys(filterValues as object).length > 0;
  const count = ({ announced_count, re_announced_count }: Announcement) =>
    t("announcements.people", { count: announced_count + re_announced_count });
  return (
    <ListTable
      label={t("announcements.title")}
      empty={t(isNarrowed ? "announcements.none_found" : "announcements.none")}
      bulkActions={mayWrite ? <BulkRemove /> : undefined}
      sx={STYLES}
    >
      <Col source="status" render={(announcement) => <StatusChip announcement={announcement} />} />
      <Col
        source="subject_type"
        render={({ subject_type }) => t(`announcements.subjects.${subject_type as SubjectType}`)}
      />
      <Col source="created_at" sortByOrder="DESC" render={({ created_at }) => dateTime(created_at)} />
      <Col
        source="body"
        disableSort
        render={({ body }) => (
          <Typography variant="body2" sx={firstLines(2)}>
            {body}
          </Typography>
        )}
      />
      <Col
        source="recipients"
        disableSort
        render={(announcement) => groupsOf(announcement) || t("announcements.all")}
      />
      <Col
        source="announced_count"
        sortByOrder="DESC"
        align="right"
        render={(announcement) => announcement.status !== "draft" && count(announcement)}
      />
      <Col
        source="actions"
        disableSort
        align="right"
        render={(announcement) => <Actions announcement={announcement} mayWrite={mayWrite} onOpen={onOpen} />}
      />
    </ListTable>
  );
}

interface ActionsProps extends Props {
  announcement: Announcement;
  mayWrite: boolean;
}

function Actions({ announcement, mayWrite, onOpen }: ActionsProps) {
  const t = useT();
  const remove = useRemove();
  const { id, status, created_at } = announcement;
  const at = dateTime(created_at);
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, justifyContent: { lg: "flex-end" } }}>
      {status === "draft" && mayWrite && (
        <>
          <Button
            size="small"
            component={Link}
            to={paths.editAnnouncement(id)}
            aria-label={t("announcements.edit_one", { at })}
          >
            {t("announcements.edit")}
          </Button>
          <Button
            size="small"
            color="secondary"
            onClick={() => remove([announcement])}
            aria-label={t("announcements.remove_one", { at })}
          >
            {t("announcements.remove")}
          </Button>
        </>
      )}
      <Button
        size="small"
        variant="outlined"
        onClick={() => onOpen(id)}
        aria-label={t("announcements.open_one", { at })}
      >
        {t("announcements.open")}
      </Button>
    </Box>
  );
}

const STYLES = {
  "& td.column-body": { minWidth: 240, overflowWrap: "anywhere" },
  "& td.column-created_at, & td.column-subject_type, & td.column-announced_count": { whiteSpace: "nowrap" },
} as const;
