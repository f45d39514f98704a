import { useState } from "react";
import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useDelete, useListContext } from "ra-core";
import { Link } from "react-router";
import { showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { PageTitle, useUndo, errorText } from "@/console/ui";
import { ListPages, ResourceList, Rows } from "@/console/ui/lists";
import { DetailDialog } from "./DetailDialog";
import { StatusChip } from "./StatusChip";
import { dateTime } from "./model";
import type { Announcement, SubjectType } from "./model";
import { Writers } from "../rights";

const RESOURCE = "announcements";
const PER_PAGE = 20;
const NEWEST_FIRST = { field: "id", order: "DESC" } as const;
const STATUSES = ["draft", "scheduled", "sending", "sent", "stopping", "stopped"] as const;

/** Lists the restaurant's announcements. */
export default function OwnerAnnouncementsPage() {
  const t = useT();
  const { data } = usePage<"owner_announcements">();
  const [open, setOpen] = useState<number | null>(null);
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
      <ResourceList
        resource={RESOURCE}
        sort={NEWEST_FIRST}
        perPage={PER_PAGE}
        first={{ data: data.announcements, total: data.total }}
      >
        <Announcements onOpen={setOpen} />
      </ResourceList>
      {open !== null && <DetailDialog id={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Announcements({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useT();
  const { data = [], filterValues } = useListContext<Announcement>();
  const { away } = useUndo();
  const remove = useRemove();
  return (
    <>
      <StatusFilter />
      <Rows empty={t(filterValues.status ? "announcements.none_found" : "announcements.none")}>
        <Box
          component="ul"
          aria-label={t("announcements.title")}
          sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 1 }}
        >
          {data
            .filter((announcement) => !away.has(subjectOf(announcement)))
            .map((announcement) => (
              <Item
                key={announcement.id}
                announcement={announcement}
                onOpen={() => onOpen(announcement.id)}
                onRemove={() => remove(announcement)}
              />
            ))}
        </Box>
      </Rows>
      <ListPages label={t("announcements.pages")} />
    </>
  );
}

function StatusFilter() {
  const t = useT();
  const { filterValues, setFilters, total = 0 } = useListContext();
  const status = String(filterValues.status ?? "");
  if (status === "" && total === 0) return null;
  return (
    <TextField
      select
      size="small"
      label={t("announcements.columns.status")}
      value={status}
      onChange={(event) => setFilters({ status: event.target.value })}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ mb: 2, minWidth: 160 }}
    >
      <option value="">{t("announcements.any_status")}</option>
      {STATUSES.map((each) => (
        <option key={each} value={each}>
          {t(`announcements.status.${each}`)}
        </option>
      ))}
    </TextField>
  );
}

const subjectOf = ({ id }: Announcement) => `${RESOURCE}/${id}`;

/**
 * Deletes a draft. The deletion cannot be undone on the server, so the call is sent after the time to undo has passed.
 */
function useRemove() {
  const t = useT();
  const { offer } = useUndo();
  const [destroy] = useDelete<Announcement>();
  const onError = (error: unknown) => showFlash({ kind: "alert", message: errorText(error, t), sticky: false });
  return (announcement: Announcement) =>
    offer({
      message: t("announcements.removing"),
      later: {
        subject: subjectOf(announcement),
        send: () =>
          destroy(
            RESOURCE,
            { id: announcement.id, previousData: announcement },
            { mutationMode: "pessimistic", returnPromise: true, onError },
          ).catch(() => undefined),
      },
    });
}

interface ItemProps {
  announcement: Announcement;
  onOpen: () => void;
  onRemove: () => void;
}

function Item({ announcement, onOpen, onRemove }: ItemProps) {
  const t = useT();
  const { announced_count, re_announced_count, customer_group_labels } = announcement;
  const to = customer_group_labels.length === 0 ? t("announcements.all") : customer_group_labels.join(", ");
  const count = t("announcements.people", { count: announced_count + re_announced_count });
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: 1.5, display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}
    >
      <Box sx={{ flex: "1 1 220px", minWidth: 0 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
          <StatusChip announcement={announcement} />
          <Typography sx={{ fontWeight: 600 }}>
            {t(`announcements.subjects.${announcement.subject_type as SubjectType}`)}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {dateTime(announcement.created_at)}
          </Typography>
        </Box>
        <Typography noWrap sx={{ maxWidth: "60ch" }}>
          {announcement.body}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {announcement.status === "draft" ? to : `${to} / ${count}`}
        </Typography>
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, ml: "auto" }}>
        {announcement.status === "draft" && (
          <>
            <Writers of="office">
              <Button component={Link} to={paths.editAnnouncement(announcement.id)}>
                {t("announcements.edit")}
              </Button>
            </Writers>
            <Writers of="office">
              <Button color="secondary" onClick={onRemove}>
                {t("announcements.remove")}
              </Button>
            </Writers>
          </>
        )}
        <Button variant="outlined" onClick={onOpen}>
          {t("announcements.open")}
        </Button>
      </Box>
    </Paper>
  );
}
