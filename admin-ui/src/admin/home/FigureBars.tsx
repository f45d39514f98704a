import Box from "@mui/material/Box";
import { palette } from "@/console/ui/theme";
import { useHomeT } from "./i18n/use-home-t";
import type { Bars } from "./model";

/** Height of a restaurant's two bars and their space, in pixels. */
const ROW = 36;
const BAR = 11;

interface Props {
  figure: string;
  bars: readonly Bars[];
  format: (amount: number) => string;
}

/** A chart with two bars for each restaurant: the day, and the same weekday before. It repeats numbers of the table. */
export function FigureBars({ figure, bars, format }: Props) {
  const h = useHomeT();
  const largest = bars.toSorted((one, other) => other.day - one.day)[0];
  if (largest === undefined) return null;
  const height = bars.length * ROW;
  return (
    <Box component="figure" sx={{ m: 0, mb: 2 }}>
      <Legend />
      <Box sx={chartStyles}>
        <div className="names" aria-hidden>
          {bars.map(({ slug, name }) => (
            <span key={slug}>{name}</span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={h("figures.chart", { figure, name: largest.name, value: format(largest.day) })}
          viewBox={`0 0 100 ${height}`}
          preserveAspectRatio="none"
          height={height}
        >
          {bars.map(({ slug, name, day, before, dayWidth, beforeWidth }, index) => (
            <g key={slug}>
              <title>{h("figures.bar", { name, day: format(day), before: format(before) })}</title>
              <rect x="0" y={index * ROW + 6} width={dayWidth} height={BAR} fill={palette.ai} />
              <rect x="0" y={index * ROW + 6 + BAR + 2} width={beforeWidth} height={BAR} fill={palette.lineStrong} />
            </g>
          ))}
        </svg>
      </Box>
    </Box>
  );
}

/** Explains the colours. The table names both days. */
function Legend() {
  const h = useHomeT();
  const colours = [
    [palette.ai, h("figures.day_bar")],
    [palette.lineStrong, h("figures.before_bar")],
  ] as const;
  return (
    <Box aria-hidden sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.5, mb: 1 }}>
      {colours.map(([colour, label]) => (
        <Box key={label} sx={{ display: "flex", alignItems: "center", gap: 0.75, fontSize: "0.85rem" }}>
          <Box className="fill" sx={{ width: 12, height: 12, bgcolor: colour }} />
          {label}
        </Box>
      ))}
    </Box>
  );
}

const chartStyles = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 2fr) minmax(0, 3fr)", md: "minmax(0, 1fr) minmax(0, 4fr)" },
  columnGap: 1,
  fontSize: 12,
  color: "text.secondary",
  "& .names": { display: "flex", flexDirection: "column" },
  "& .names > span": {
    height: ROW,
    lineHeight: `${ROW}px`,
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
  },
  "& svg": { display: "block", width: "100%" },
  "& rect": { printColorAdjust: "exact" },
  "@media (forced-colors: active)": { "& rect": { stroke: "CanvasText", vectorEffect: "non-scaling-stroke" } },
} as const;
