import { useState } from "react";
import EditCalendarIcon from "@mui/icons-material/EditCalendar";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Collapse from "@mui/material/Collapse";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { firstLines } from "@/console/ui";
import { CircleLegend, Circles, ClosedSwitch, DayMemo, DayTagsEditor } from "../days";
import { dayForm, useDrafts } from "../drafts";
import { Writers } from "../rights";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  reload: () => Promise<void>;
}

/** Shows the remarks on the whole day (closed or open, tags, memo) and opens their editor. */
export function DayRemarks({ day, reload }: Props) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const hasDraft = useDrafts().has(dayForm(day.date));
  const onChanged = () => void reload();
  return (
    <Box sx={{ mb: 1, displayPrint: "none" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        {day.is_closed && <Chip size="small" color="secondary" label={t("calendar.closed")} />}
        {day.tags
          .filter(({ is_attached }) => is_attached)
          .map(({ id, label, color }) => (
            <Chip key={id} size="small" variant="outlined" label={label} sx={{ borderLeft: `8px solid ${color}` }} />
          ))}
        {day.daily_memo !== "" && !isOpen && (
          <Typography sx={{ ...firstLines(3), whiteSpace: "pre-line", fontSize: "0.9rem" }}>
            {day.daily_memo}
          </Typography>
        )}
        {day.marks.map((mark, index) => (
          <Box key={index} sx={{ display: "flex", gap: 0.5, alignItems: "center", fontSize: "0.8rem" }}>
            <span aria-hidden>
              {mark.inventory_group_short_label} {mark.from}–{mark.till}
            </span>
            <Circles mark={mark} />
          </Box>
        ))}
        {day.marks.length > 0 && <CircleLegend />}
        <Writers of="floor">
          <Button
            size="small"
            startIcon={<EditCalendarIcon />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t("calendar.day_settings")}
            {hasDraft && !isOpen && (
              <Chip component="span" size="small" color="warning" label={t("drafts.mark")} sx={{ ml: 1 }} />
            )}
          </Button>
        </Writers>
      </Box>
      <Collapse in={isOpen} mountOnEnter unmountOnExit>
        <Paper variant="outlined" sx={{ p: 2, my: 1, display: "grid", gap: 2, maxWidth: 720 }}>
          <ClosedSwitch
            date={day.date}
            isClosed={day.is_closed}
            calendarDateId={day.calendar_date_id}
            onChanged={onChanged}
          />
          <DayTagsEditor date={day.date} tags={day.tags} onChanged={onChanged} />
          <DayMemo date={day.date} memo={day.daily_memo} onChanged={onChanged} />
        </Paper>
      </Collapse>
    </Box>
  );
}
