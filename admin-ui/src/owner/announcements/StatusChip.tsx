import Chip from "@mui/material/Chip";
import { useT } from "@/owner/i18n/use-t";
import { dateTime } from "./model";
import type { Announcement, Status } from "./model";

const COLOURS = {
  draft: "default",
  scheduled: "warning",
  sending: "info",
  sent: "success",
  stopping: "warning",
  stopped: "default",
} as const;

/** Shows the status of an announcement. A scheduled one is yellow and has its time. */
export function StatusChip({ announcement }: { announcement: Announcement }) {
  const t = useT();
  const status = announcement.status as Status;
  const at = status === "scheduled" && announcement.scheduled_at ? ` ${dateTime(announcement.scheduled_at)}` : "";
  return <Chip size="small" color={COLOURS[status]} label={t(`announcements.status.${status}`) + at} />;
}
