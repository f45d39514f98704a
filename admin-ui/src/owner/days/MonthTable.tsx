import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import { useShell } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { visuallyHidden } from "@/console/ui/visually-hidden";
import { formatMonth, weekdayNames } from "@seki/shared/civil-time";
import { MonthCell } from "./MonthCell";
import { weeksOf } from "./month";

interface Props {
  month: string;
  days: Schemas["MonthDay"][];
  tags: Schemas["CalendarTag"][];
  /** The chosen days; null while days cannot be chosen. */
  chosen: string[] | null;
  onChoose: (dates: string[]) => void;
  onEdit: (date: string) => void;
}

/** Shows one cell a day, Monday first. */
export function MonthTable({ month, days, tags, chosen, onChoose, onEdit }: Props) {
  const t = useT();
  const { locale } = useShell();
  const short = weekdayNames(locale, "short");
  const long = weekdayNames(locale, "long");
  const turn = (date: string) => {
    if (chosen === null) return;
    onChoose(chosen.includes(date) ? chosen.filter((other) => other !== date) : [...chosen, date].toSorted());
  };
  return (
    <Paper variant="outlined" sx={{ overflow: "hidden" }}>
      <Box
        component="table"
        sx={{
          width: "100%",
          tableLayout: "fixed",
          borderCollapse: "collapse",
          "& th": { py: 1, fontSize: "0.85rem", bgcolor: "divider" },
          "& td": { border: 1, borderColor: "divider", verticalAlign: "top", p: { xs: 0.25, md: 0.75 }, height: 96 },
        }}
      >
        <Box component="caption" sx={visuallyHidden}>
          {t("days.calendar", { month: formatMonth(month, locale) })}
        </Box>
        <thead>
          <tr>
            {short.map((name, index) => (
              <th key={name} scope="col" abbr={long[index]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days).map((week, index) => (
            <tr key={index}>
              {week.map((day, place) =>
                day === null ? (
                  <Box component="td" key={place} sx={{ bgcolor: "background.default" }} />
                ) : (
                  <MonthCell
                    key={day.date}
                    day={day}
                    tags={tags.filter(({ id }) => day.tag_ids.includes(id))}
                    isChosen={chosen === null ? null : chosen.includes(day.date)}
                    onTurn={() => turn(day.date)}
                    onEdit={() => onEdit(day.date)}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </Box>
    </Paper>
  );
}
