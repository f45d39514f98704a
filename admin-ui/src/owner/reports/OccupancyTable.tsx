import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import TableContainer from "@mui/material/TableContainer";
import Typography from "@mui/material/Typography";
import { formatDate, weekdayNames } from "@seki/shared/civil-time";
import { useShell } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { palette } from "@/console/ui/theme";
import { shadeOf } from "./model";

/** Shows the occupancy of the days up to today: a row for each weekday, a column for each hour, darker when fuller. */
export function OccupancyTable({ title, occupancy }: { title: string; occupancy: Schemas["ReportOccupancy"] }) {
  const t = useT();
  const { locale } = useShell();
  const names = weekdayNames(locale, "long");
  const { hours, weekdays, till } = occupancy;
  if (till === null) return <Typography color="text.secondary">{t("reports.occupancy_later")}</Typography>;
  if (hours.length === 0) return <Typography color="text.secondary">{t("reports.no_occupancy")}</Typography>;
  return (
    <TableContainer
      component={Paper}
      variant="outlined"
      tabIndex={0}
      role="region"
      aria-label={t("reports.scrolls", { title })}
    >
      <Box
        component="table"
        sx={{
          borderCollapse: "collapse",
          width: "100%",
          fontSize: "0.875rem",
          "& th, & td": { p: 1, border: 1, borderColor: "divider", whiteSpace: "nowrap", textAlign: "center" },
          "& tbody th": { textAlign: "left", fontWeight: 600 },
        }}
      >
        <Box component="caption" sx={{ p: 1, textAlign: "left", captionSide: "top", color: "text.secondary" }}>
          {t("reports.occupancy_till", { date: formatDate(till, locale) })}
        </Box>
        <thead>
          <tr>
            <th scope="col">{t("reports.columns.weekday")}</th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {t("reports.hour", { hour })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((shares, weekday) => (
            <tr key={names[weekday]}>
              <th scope="row">{names[weekday]}</th>
              {shares.map((share, index) => (
                <Share key={hours[index]} share={share} />
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </TableContainer>
  );
}

function Share({ share }: { share: number | null }) {
  const t = useT();
  if (share === null) return <td>{t("reports.never_open")}</td>;
  const { strength, isDark } = shadeOf(share);
  return (
    <Box
      component="td"
      sx={{
        color: isDark ? palette.paper : palette.ink,
        bgcolor: `color-mix(in srgb, ${palette.ai} ${strength}%, ${palette.paper})`,
        "@media print": { printColorAdjust: "exact" },
      }}
    >
      {t("reports.percent", { percent: share })}
    </Box>
  );
}
