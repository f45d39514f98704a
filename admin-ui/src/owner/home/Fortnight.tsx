import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableFooter from "@mui/material/TableFooter";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/owner/api";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { AppLink } from "@/console/ui";
import { palette } from "@/console/ui/theme";
import { sharesOf, shortDay, totalsOf } from "./model";

type Day = Schemas["HomeDay"];

/** Shows today and the next two weeks, a row for each day. The bars only repeat the numbers. */
export function Fortnight({ days }: { days: Day[] }) {
  const t = useT();
  const totals = totalsOf(days);
  const shares = sharesOf(days);
  return (
    <section aria-labelledby="fortnight">
      <Typography variant="h2" id="fortnight" sx={{ mb: 1.5 }}>
        {t("home.fortnight")}
      </Typography>
      <Paper variant="outlined" sx={{ overflow: "hidden" }}>
        <Table
          size="small"
          aria-labelledby="fortnight"
          sx={{
            "& th, & td": { px: { xs: 1, sm: 2 }, fontVariantNumeric: "tabular-nums" },
            "& tfoot th, & tfoot td": { fontSize: "0.875rem", fontWeight: 600, color: "text.primary", borderBottom: 0 },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{t("home.day")}</TableCell>
              <TableCell align="right">{t("home.parties")}</TableCell>
              <TableCell align="right">{t("home.guests")}</TableCell>
              {totals.course_total !== null && <TableCell align="right">{t("home.course_total")}</TableCell>}
            </TableRow>
          </TableHead>
          <TableBody>
            {days.map((day, index) => (
              <DayRow key={day.date} day={day} share={shares[index] ?? 0} />
            ))}
          </TableBody>
          <TableFooter>
            <TableRow>
              <TableCell component="th" scope="row">
                {t("home.fortnight_total")}
              </TableCell>
              <TableCell align="right">{totals.parties}</TableCell>
              <TableCell align="right">{totals.guests}</TableCell>
              {totals.course_total !== null && (
                <TableCell align="right" sx={{ whiteSpace: "nowrap" }}>
                  {yen(totals.course_total)}
                </TableCell>
              )}
            </TableRow>
          </TableFooter>
        </Table>
      </Paper>
    </section>
  );
}

function DayRow({ day, share }: { day: Day; share: number }) {
  const t = useT();
  const { locale } = usePage<"owner_home">();
  const { date, is_closed, holiday, parties, guests, course_total } = day;
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1 }}>
          <AppLink to={paths.day(date)}>{shortDay(date, locale)}</AppLink>
          {is_closed && <Chip size="small" label={t("home.closed")} />}
          {holiday !== null && (
            <Typography variant="caption" sx={{ color: palette.shuDeep }}>
              {holiday}
            </Typography>
          )}
        </Box>
        <Box aria-hidden sx={{ height: 6, mt: 0.5, maxWidth: 260, bgcolor: palette.washiDeep }}>
          <Box sx={{ height: "100%", width: `${share}%`, bgcolor: palette.ai }} />
        </Box>
      </TableCell>
      <TableCell align="right">{parties}</TableCell>
      <TableCell align="right">{guests}</TableCell>
      {course_total !== null && (
        <TableCell align="right" sx={{ whiteSpace: "nowrap" }}>
          {yen(course_total)}
        </TableCell>
      )}
    </TableRow>
  );
}
