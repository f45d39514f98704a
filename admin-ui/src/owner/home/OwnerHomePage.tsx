import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import type { Schemas } from "@/owner/api";
import { isOwnerOrAdmin } from "@/owner/api";
import { formatDate } from "@seki/shared/civil-time";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { PageTitle } from "@/console/ui";
import { Arrivals, Unanswered, Unseen, WaitingDays } from "./Waiting";
import { Fortnight } from "./Fortnight";
import { Products } from "./Products";
import { useLiveHome } from "./use-live-home";

/** The first page of staff: today, the next two weeks, open tasks, and the restaurant's products in the mall. */
export default function OwnerHomePage() {
  const t = useT();
  const { session, locale } = usePage<"owner_home">();
  const data = useLiveHome();
  const { today, restaurant_name } = session.restaurant;
  const [now] = data.days;
  return (
    <>
      <PageTitle title={t("home.title")} />
      <Box sx={{ display: "grid", gap: 3, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, display: "grid", gap: 1.5, justifyItems: "start" }}>
          <Typography variant="h2">{restaurant_name}</Typography>
          <Typography>{t("home.today_lead", { date: formatDate(today, locale) })}</Typography>
          {now && <TodayNumbers day={now} />}
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5 }}>
            <Button variant="contained" size="large" component={Link} to={paths.day(today)}>
              {t("home.today")}
            </Button>
            {isOwnerOrAdmin(session.role) && (
              <Button variant="outlined" size="large" component={Link} to={paths.reports}>
                {t("home.reports")}
              </Button>
            )}
          </Box>
        </Paper>
        {data.is_behind && <Alert severity="info">{t("home.behind")}</Alert>}
        <Box
          sx={{
            display: "grid",
            gap: 3,
            gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 3fr) minmax(0, 2fr)" },
          }}
        >
          <Fortnight days={data.days} />
          <Box sx={{ display: "grid", gap: 3, alignContent: "start", gridTemplateColumns: "minmax(0, 1fr)" }}>
            <Arrivals parties={data.arrivals} />
            <Unanswered parties={data.unanswered} count={data.unanswered_count} />
            <WaitingDays days={data.waiting} />
            <Unseen counts={data.unseen} />
          </Box>
        </Box>
        {data.has_products && <Products />}
      </Box>
    </>
  );
}

/** Shows the figures of today: three, or two without permission to see the revenue. */
function TodayNumbers({ day }: { day: Schemas["HomeDay"] }) {
  const t = useT();
  const { parties, guests, course_total } = day;
  const numbers = [
    [t("home.parties"), t("home.parties_count", { smart_count: parties, count: parties })],
    [t("home.guests"), t("home.guests_count", { smart_count: guests, count: guests })],
    ...(course_total === null ? [] : [[t("home.course_total"), yen(course_total)]]),
  ];
  return (
    <Box
      component="dl"
      aria-label={t("home.today_numbers")}
      sx={{ display: "flex", flexWrap: "wrap", columnGap: 4, rowGap: 1, m: 0 }}
    >
      {numbers.map(([label, value]) => (
        <div key={label}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {label}
          </Typography>
          <Typography
            component="dd"
            sx={{ m: 0, fontSize: "1.4rem", fontWeight: 600, fontVariantNumeric: "tabular-nums" }}
          >
            {value}
          </Typography>
        </div>
      ))}
    </Box>
  );
}
