import Alert from "@mui/material/Alert";
import { useT } from "@/owner/i18n/use-t";
import { countsOf } from "../pacing/counts";
import { exceedsPacing } from "./model";
import type { Calendar, Visit } from "./model";

/** Warns staff who exceed the pacing of a quarter of an hour. They may still save the booking. */
export function PacingNote({ calendar, visit }: { calendar: Calendar; visit: Visit }) {
  const t = useT();
  const quarter = exceedsPacing(calendar, visit);
  if (quarter === null) return null;
  const counts = countsOf(quarter).map(({ kind, count, max }) => t(`pacing.${kind}`, { count, max }));
  return (
    <Alert severity="warning">
      {t("pacing.over", { time: quarter.from, counts: counts.join(t("pacing.separator")) })}
    </Alert>
  );
}
