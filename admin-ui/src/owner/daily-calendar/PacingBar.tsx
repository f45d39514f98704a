import Box from "@mui/material/Box";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { palette } from "@/console/ui/theme";
import { visuallyHidden } from "@/console/ui/visually-hidden";
import { countsOf, pacedMeals } from "../pacing/counts";

type Day = Schemas["OwnerDailyCalendarPage"];
type Quarter = Schemas["PacedQuarter"];

interface Props {
  day: Pick<Day, "pacing" | "operations">;
  /** Whether the bar is one line, which scrolls: the floor below must not move under a finger. */
  isOneLine?: boolean;
}

/**
 * Shows the guests and parties that arrive in each quarter of an hour, with their limits. On a phone one text replaces
 * the quarters without an arrival.
 */
export function PacingBar({ day, isOneLine = false }: Props) {
  const t = useT();
  const meals = pacedMeals(day);
  if (meals.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label={t("pacing.title")}
      tabIndex={isOneLine ? 0 : undefined}
      sx={[{ mb: 1, fontSize: "0.85rem", displayPrint: "none" }, isOneLine ? oneLine : { display: "grid", gap: 0.5 }]}
    >
      {meals.map(({ label, quarters }) => (
        <Meal key={label} title={t("pacing.meal", { meal: label })} quarters={quarters} />
      ))}
    </Box>
  );
}

const oneLine = {
  display: "flex",
  alignItems: "center",
  columnGap: 2,
  height: 44,
  overflowX: "auto",
  whiteSpace: "nowrap",
  "& > *, & ul": { flexWrap: "nowrap" },
} as const;

function Meal({ title, quarters }: { title: string; quarters: readonly Quarter[] }) {
  const t = useT();
  const idle = quarters.filter(({ parties_count }) => parties_count === 0).length;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, rowGap: 0.25, alignItems: "baseline" }}>
      <Box component="span" sx={{ color: "text.secondary", whiteSpace: "nowrap" }} aria-hidden>
        {title}
      </Box>
      <Box
        component="ul"
        aria-label={title}
        sx={{ listStyle: "none", p: 0, m: 0, display: "flex", flexWrap: "wrap", gap: 0.75 }}
      >
        {quarters.map((quarter) => (
          <QuarterItem key={quarter.from} quarter={quarter} />
        ))}
        {idle > 0 && (
          <Box component="li" sx={{ display: { xs: "block", sm: "none" }, color: "text.secondary", py: 0.25 }}>
            {idle === quarters.length ? t("pacing.all_idle") : t("pacing.idle", { count: idle })}
          </Box>
        )}
      </Box>
    </Box>
  );
}

function QuarterItem({ quarter }: { quarter: Quarter }) {
  const t = useT();
  const { from, is_full, parties_count } = quarter;
  const counts = countsOf(quarter);
  return (
    <Box
      component="li"
      sx={{
        display: { xs: parties_count === 0 ? "none" : "inline-flex", sm: "inline-flex" },
        position: "relative",
        alignItems: "center",
        gap: 0.75,
        px: 0.75,
        py: 0.25,
        border: 1,
        borderColor: is_full ? palette.shu : "divider",
        borderRadius: 1,
        bgcolor: is_full ? palette.shuWash : "background.paper",
        whiteSpace: "nowrap",
        fontVariantNumeric: "tabular-nums",
      }}
    >
      <span>{from}</span>
      {counts.map(({ kind, count, max }) => (
        <span key={kind}>
          <Box component="span" aria-hidden sx={{ fontWeight: count >= max ? 700 : 400 }}>
            {t(`pacing.${kind}`, { count, max })}
          </Box>
          <Box component="span" sx={visuallyHidden}>
            {t(`pacing.${kind}_spoken`, { count, max })}
          </Box>
        </span>
      ))}
      {is_full && (
        <>
          <Box
            component="span"
            aria-hidden
            sx={{
              px: 0.5,
              borderRadius: 0.5,
              bgcolor: palette.shu,
              color: "#fff",
              fontWeight: 700,
              fontSize: "0.75rem",
            }}
          >
            {t("pacing.full")}
          </Box>
          <Box component="span" sx={visuallyHidden}>
            {t("pacing.full_spoken")}
          </Box>
        </>
      )}
    </Box>
  );
}
