import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { AppLink, PageTitle } from "@/console/ui";
import { formatDate } from "@seki/shared/civil-time";
import { ClosedSwitch } from "./ClosedSwitch";
import { dayColour } from "./month";
import { MonthPicker } from "./MonthPicker";

/** The days of a month with their open or closed state (owner §2, §4). */
export default function OwnerHolidaysPage() {
  const t = useT();
  const { data, reload } = usePage<"owner_holidays">();
  const { month, months, days } = data;
  return (
    <>
      <PageTitle
        title={t("days.holidays_title")}
        actions={<MonthPicker month={month} months={months} to={(next) => `${paths.holidays}?month=${next}`} />}
      />
      <Typography sx={{ mb: 2 }}>{t("days.holidays_lead")}</Typography>
      <Paper variant="outlined" sx={{ maxWidth: 860, overflow: "hidden" }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t("days.day")}</TableCell>
              <TableCell>{t("days.state")}</TableCell>
              <TableCell sx={{ display: { xs: "none", sm: "table-cell" } }}>{t("days.notes")}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {days.map((day) => (
              <DayRow key={day.date} day={day} onChanged={() => void reload()} />
            ))}
          </TableBody>
        </Table>
      </Paper>
    </>
  );
}

function DayRow({ day, onChanged }: { day: Schemas["HolidayDay"]; onChanged: () => void }) {
  const t = useT();
  const { locale } = usePage<"owner_holidays">();
  const { date, holiday, is_closed, calendar_date_id, reservations, free_web_stocks } = day;
  const notes = [
    reservations > 0 && t("days.reservations_stay", { count: reservations }),
    free_web_stocks > 0 && t("days.free_stocks", { count: free_web_stocks }),
  ].filter((note) => note !== false);
  return (
    <TableRow aria-current={day.is_today ? "date" : undefined} sx={{ bgcolor: is_closed ? "divider" : undefined }}>
      <TableCell component="th" scope="row">
        <AppLink to={paths.day(date)} sx={{ color: dayColour(day) }}>
          {formatDate(date, locale)}
        </AppLink>
        {holiday !== null && (
          <Box component="span" sx={{ display: "block", color: "secondary.main", fontSize: "0.8rem" }}>
            {holiday}
          </Box>
        )}
        <Box sx={{ display: { xs: "block", sm: "none" }, fontSize: "0.8rem", color: "text.secondary" }}>
          {notes.join(" / ")}
        </Box>
      </TableCell>
      <TableCell sx={{ whiteSpace: "nowrap" }}>
        <ClosedSwitch date={date} isClosed={is_closed} calendarDateId={calendar_date_id} onChanged={onChanged} />
      </TableCell>
      <TableCell sx={{ display: { xs: "none", sm: "table-cell" } }}>{notes.join(" / ")}</TableCell>
    </TableRow>
  );
}
