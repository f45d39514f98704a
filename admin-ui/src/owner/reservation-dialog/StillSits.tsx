import Alert from "@mui/material/Alert";
import { useT } from "@/owner/i18n/use-t";
import type { Selection } from "./model";
import { useStillSitting } from "./sitting";

/** Warns that an overstaying party occupies the seats of a booking that starts now or soon. */
export function StillSits({ selection, startTime }: { selection: Selection; startTime: string }) {
  const t = useT();
  const stillSitting = useStillSitting();
  const uids = selection.items.map(({ uid }) => uid);
  return stillSitting(uids, startTime).map(({ uid, title, start_time, end_time }) => (
    <Alert key={uid} severity="warning">
      {t("reservation_dialog.still_sitting", { name: title, time: `${start_time}–${end_time}` })}
    </Alert>
  ));
}
