import Box from "@mui/material/Box";
import { daysInMonth, firstDayOf, formatMonth, mondayFirstWeekday, monthOf } from "@seki/shared/civil-time";
import type { CivilDate, CivilMonth } from "@seki/shared/civil-time";
import { useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";

/** The months with openings, each with its opening days. */
export function OpeningsCalendar({ days }: { days: CivilDate[] }) {
  const months = [...new Set(days.map(monthOf))];
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(128px, 1fr))", gap: 2 }}>
      {months.map((month) => (
        <Month key={month} month={month} days={days.filter((day) => monthOf(day) === month)} />
      ))}
    </Box>
  );
}

function Month({ month, days }: { month: CivilMonth; days: CivilDate[] }) {
  const t = useT();
  const { locale } = useShell();
  const opening = new Set(days.map((day) => Number(day.slice(8))));
  const before = mondayFirstWeekday(firstDayOf(month));
  const name = formatMonth(month, locale);
  return (
    <Box role="img" aria-label={t("rounds.month_openings", { month: name, days: [...opening].join(", ") })}>
      <Box sx={{ fontSize: "0.75rem", fontWeight: 600, mb: 0.5 }}>{name}</Box>
      <Box
        sx={{
          display: "grid",
          gridTemplateColumns: "repeat(7, 1fr)",
          fontSize: "0.65rem",
          textAlign: "center",
          lineHeight: "16px",
        }}
      >
        {Array.from({ length: daysInMonth(month) }, (_, index) => index + 1).map((day) => (
          <Box
            key={day}
            component="span"
            sx={{
              ...(day === 1 && { gridColumnStart: before + 1 }),
              ...(opening.has(day)
                ? { bgcolor: "primary.main", color: "primary.contrastText", borderRadius: "50%", fontWeight: 700 }
                : { color: "text.secondary" }),
            }}
          >
            {day}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
