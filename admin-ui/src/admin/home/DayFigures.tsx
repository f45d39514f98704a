import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { formatShortDate } from "@seki/shared/civil-time";
import { useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { grouped, yen } from "@/console/i18n/page-language";
import { paths } from "@/admin/navigation";
import { AppLink } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";
import { FigureBars } from "./FigureBars";
import { FiguresForm } from "./FiguresForm";
import { useHomeT } from "./i18n/use-home-t";
import type { HomeTranslate } from "./i18n/use-home-t";
import { barsOf, changeOf, figureOf, FIGURES, figuresAddress } from "./model";
import type { DayRestaurant, Figure } from "./model";

type Figures = Schemas["AdminDayFigures"];

const formatOf = (figure: Figure) => (figure === "course_total" ? yen : grouped);

/** The figures of a day by restaurant, next to the figures of the same weekday before. */
export function DayFigures({ figures }: { figures: Figures }) {
  const h = useHomeT();
  const { locale } = useShell();
  const { date, compared_with: before, order, restaurants, is_behind: isBehind } = figures;
  const figure = figureOf(order);
  return (
    <section aria-labelledby="figures">
      <Typography variant="h2" id="figures">
        {h("figures.title")}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5, mb: 1.5 }}>
        {h("figures.lead", { date: formatShortDate(date, locale), before: formatShortDate(before, locale) })}
      </Typography>
      <FiguresForm key={figuresAddress(figures)} shown={figures} />
      {isBehind && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {h("figures.behind")}
        </Alert>
      )}
      <Totals total={figures.total} />
      <Count figures={figures} />
      <FigureBars figure={h(`figures.name.${figure}`)} bars={barsOf(restaurants, figure)} format={formatOf(figure)} />
      <RowTable
        isNamed
        below="md"
        label={h("figures.title")}
        rows={restaurants}
        keyOf={({ slug }) => slug}
        empty={h(figures.q.trim() === "" ? "figures.none" : "figures.not_found")}
        columns={[{ label: h("figures.restaurants"), cell: nameOf, minWidth: 160 }, ...FIGURES.map(columnOf(h))]}
      />
    </section>
  );
}

const nameOf = ({ slug, restaurant_name: name }: DayRestaurant) => (
  <AppLink to={paths.restaurant(slug)}>{name}</AppLink>
);

/** Returns the column of a figure: the day, and below it the same weekday before. Two zeros are one, and not on a card. */
const columnOf = (h: HomeTranslate) => (figure: Figure) => ({
  label: h(`figures.name.${figure}`),
  align: "right" as const,
  isWhole: true,
  isQuietAtZero: true,
  cell: ({ day, before }: DayRestaurant) =>
    day[figure] === 0 && before[figure] === 0 ? (
      0
    ) : (
      <>
        {formatOf(figure)(day[figure])}
        <Typography
          component="span"
          variant="body2"
          color="text.secondary"
          sx={{ display: { xs: "inline", md: "block" }, ml: { xs: 1, md: 0 } }}
        >
          {h("figures.before", { before: formatOf(figure)(before[figure]) })}
        </Typography>
      </>
    ),
});

/** The figures of all restaurants, and their changes. */
function Totals({ total: { day, before } }: Pick<Figures, "total">) {
  const h = useHomeT();
  return (
    <Box
      component="dl"
      aria-label={h("figures.all")}
      sx={{
        display: "grid",
        gap: 2,
        gridTemplateColumns: "repeat(auto-fit, minmax(150px, 1fr))",
        m: 0,
        mb: 2,
        fontVariantNumeric: "tabular-nums",
      }}
    >
      {FIGURES.map((figure) => {
        const format = formatOf(figure);
        const values = { before: format(before[figure]), change: changeOf(day[figure], before[figure], format) };
        return (
          <div key={figure}>
            <Typography component="dt" variant="body2" color="text.secondary">
              {h(`figures.name.${figure}`)}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontSize: "1.4rem", fontWeight: 600 }}>
              {format(day[figure])}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0 }}>
              {h("figures.change", values)}
            </Typography>
          </div>
        );
      })}
    </Box>
  );
}

/** The number of restaurants, and of the shown ones. */
function Count({ figures: { count, restaurants } }: { figures: Figures }) {
  const h = useHomeT();
  if (count === 0) return null;
  const shown = restaurants.length;
  return (
    <Typography role="status" sx={{ mb: 1.5 }}>
      {shown < count ? h("figures.listed", { shown, total: count }) : h("figures.found", { count })}
    </Typography>
  );
}
