import { useRef, useState } from "react";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useShell } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { Dialog } from "@/console/ui";
import { formatDate } from "@seki/shared/civil-time";
import { dayForm, hasDraft } from "../drafts";
import { CircleLegend, Circles } from "./Circles";
import { ClosedSwitch } from "./ClosedSwitch";
import { DayMemo } from "./DayMemo";
import { DayTagsEditor } from "./DayTagsEditor";
import { webStocksText } from "./month";

interface Props {
  day: Schemas["MonthDay"];
  tags: Schemas["CalendarTag"][];
  onClose: () => void;
  onChanged: () => void;
}

/** Edits the remarks on a day (open or closed, tags, memo) and shows its figures. The close button saves an unsaved memo. */
export function DayDialog({ day, tags, onClose, onChanged }: Props) {
  const t = useT();
  const { locale } = useShell();
  const { date } = day;
  const saveMemo = useRef<() => Promise<boolean>>(null);
  const [isSaving, setSaving] = useState(false);
  const close = async () => {
    if (!hasDraft(dayForm(date))) return onClose();
    setSaving(true);
    const isSaved = await saveMemo.current?.();
    setSaving(false);
    if (isSaved === true) onClose();
  };
  const ofDay = tags.map((tag) => ({ ...tag, is_attached: day.tag_ids.includes(tag.id) }));
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="day-title">
      <DialogTitle id="day-title" component="h2">
        {formatDate(date, locale)}
        {day.holiday !== null && (
          <Typography component="span" color="secondary" sx={{ ml: 1 }}>
            {day.holiday}
          </Typography>
        )}
      </DialogTitle>
      <DialogContent dividers sx={{ display: "grid", gap: 2, justifyItems: "stretch" }}>
        {day.meals.map((meal) => (
          <div key={meal.operation}>
            <Typography variant="h3">{meal.label}</Typography>
            {t("days.reservations", { reservations: meal.reservations, guests: meal.guests })}
            {meal.web_stocks > 0 && <div>{webStocksText(meal, day.is_closed, t)}</div>}
            {meal.marks.map((mark, index) => (
              <Circles key={index} mark={mark} />
            ))}
          </div>
        ))}
        {day.meals.some(({ marks }) => marks.length > 0) && <CircleLegend />}
        <ClosedSwitch
          date={date}
          isClosed={day.is_closed}
          calendarDateId={day.calendar_date_id}
          onChanged={onChanged}
        />
        <section>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {t("days.tags")}
          </Typography>
          <DayTagsEditor date={date} tags={ofDay} onChanged={onChanged} />
        </section>
        <section>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {t("days.memo")}
          </Typography>
          <DayMemo date={date} memo={day.daily_memo} saving={saveMemo} onChanged={onChanged} />
        </section>
      </DialogContent>
      <DialogActions>
        <Button component={Link} to={paths.day(date)}>
          {t("days.to_day")}
        </Button>
        <Button variant="contained" loading={isSaving} onClick={() => void close()}>
          {t("console.close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
