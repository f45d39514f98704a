import Alert from "@mui/material/Alert";
import { useT } from "@/owner/i18n/use-t";
import type { Selection } from "./model";
import { useFindOverstays } from "./overstays";

/** Warns that an overstaying party occupies the seats of a booking that starts now or soon. */
export function OverstayWarning({ selection, startTime }: { selection: Selection; startTime: string }) {
  const t = useT();
  const findOverstays = useFindOverstays();
  const uids = selection.items.map(({ uid }) => uid);
  return findOverstays(uids, startTime).map(({ uid, title, start_time, end_time }) => (
    <Alert key={uid} severity="warning">
      {t("reservation_dialog.still_sitting", { name: title, time: `${start_time}–${end_time}` })}
    </Alert>
  ));
}
