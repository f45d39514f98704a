import { useState } from "react";
import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Pagination from "@mui/material/Pagination";
import PaginationItem from "@mui/material/PaginationItem";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useT } from "@/i18n/use-t";
import { paths, usePage } from "@/navigation";
import { PageTitle } from "@/ui";
import { DetailDialog } from "./DetailDialog";
import { StatusChip } from "./StatusChip";
import { dateTime } from "./model";
import type { Announcement, SubjectType } from "./model";

/** What the restaurant wrote to its customers. */
export default function OwnerAnnouncementsPage() {
  const t = useT();
  const { data } = usePage<"owner_announcements">();
  const { announcements, current_page, total_pages } = data;
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      <PageTitle
        title={t("announcements.title")}
        actions={
          <Button startIcon={<AddIcon />} variant="contained" component={Link} to={paths.newAnnouncement}>
            {t("announcements.new")}
          </Button>
        }
      />
      {announcements.length === 0 && (
        <Typography color="text.secondary" sx={{ py: 4, textAlign: "center" }}>
          {t("announcements.none")}
        </Typography>
      )}
      <Box
        component="ul"
        aria-label={t("announcements.title")}
        sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1 }}
      >
        {announcements.map((announcement) => (
          <Item key={announcement.id} announcement={announcement} onOpen={() => setOpen(announcement.id)} />
        ))}
      </Box>
      {total_pages > 1 && (
        <Box sx={{ display: "flex", justifyContent: "center", mt: 2 }}>
          <Pagination
            count={total_pages}
            page={current_page}
            aria-label={t("announcements.pages")}
            renderItem={(item) => (
              <PaginationItem component={Link} to={`${paths.announcements}?page=${item.page ?? 1}`} {...item} />
            )}
          />
        </Box>
      )}
      {open !== null && <DetailDialog id={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Item({ announcement, onOpen }: { announcement: Announcement; onOpen: () => void }) {
  const t = useT();
  const { announced_count, re_announced_count, customer_group_labels } = announcement;
  const to = customer_group_labels.length === 0 ? t("announcements.everybody") : customer_group_labels.join(", ");
  const count = t("announcements.people", { count: announced_count + re_announced_count });
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: 1.5, display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}
    >
      <Box sx={{ flex: 1, minWidth: 220 }}>
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
          {announcement.status === "draft" ? to : `${to} ・ ${count}`}
        </Typography>
      </Box>
      {announcement.status === "draft" && (
        <Button component={Link} to={paths.editAnnouncement(announcement.id)}>
          {t("announcements.edit")}
        </Button>
      )}
      <Button variant="outlined" onClick={onOpen}>
        {t("announcements.open")}
      </Button>
    </Paper>
  );
}
