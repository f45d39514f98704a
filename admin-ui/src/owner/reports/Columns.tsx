import Box from "@mui/material/Box";
import { useT } from "@/owner/i18n/use-t";
import { palette } from "@/console/ui/theme";
import { columnsOf, labelledOf, ticksOf } from "./model";

/** Colours of a column's parts, in their order. */
const COLOURS = [palette.ai, palette.kin, palette.matcha, palette.lineStrong, palette.shu];

export interface Part {
  key: string;
  label: string;
}

export interface ColumnRow {
  key: string;
  head: string;
  /** Values of the column's parts, in their order. */
  values: number[];
  /** The column's value as text. */
  text: string;
}

interface Props {
  title: string;
  parts: Part[];
  rows: ColumnRow[];
}

/** Height of the columns in pixels. */
const HEIGHT = 160;
const LEADING = 16;
/** Width of a column and of its space in the drawing's units. The drawing fills the available width. */
const COLUMN = { width: 7, space: 10 };
/** A few periods do not fill the width. */
const MIN_SPACES = 6;
/** Most names below the columns, on a phone and on a wider screen. */
const NAMES = { phone: 3, desktop: 6 };

/** A chart with a column for each period. It repeats the numbers of the table below it. */
export function Columns({ title, parts, rows }: Props) {
  const t = useT();
  const sums = rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const largest = Math.max(0, ...sums);
  const highest = rows[sums.indexOf(largest)];
  if (largest === 0 || highest === undefined) return null;
  const ticks = ticksOf(largest);
  const width = Math.max(rows.length, MIN_SPACES) * COLUMN.space;
  const columns = columnsOf(
    rows.map(({ values }) => values),
    ticks.at(-1) ?? largest,
  );
  return (
    <Box component="figure" sx={{ m: 0, mb: 2, breakInside: "avoid" }}>
      {parts.length > 1 && <Legend parts={parts} />}
      <Box sx={chartStyles}>
        <div className="ticks" aria-hidden>
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{tick.toLocaleString("en")}</span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={t("reports.chart", { title, period: highest.head, value: highest.text })}
          viewBox={`0 0 ${width} 100`}
          preserveAspectRatio="none"
        >
          {ticks.map((tick, index) => {
            const y = 100 - (100 * index) / (ticks.length - 1);
            return <line key={tick} x1="0" x2={width} y1={y} y2={y} />;
          })}
          {rows.map(({ key, head, text }, index) => (
            <g key={key}>
              <title>{`${head} ${text}`}</title>
              {columns[index]?.map(({ part, y, height }) => (
                <rect
                  key={part}
                  x={index * COLUMN.space + (COLUMN.space - COLUMN.width) / 2}
                  y={y}
                  width={COLUMN.width}
                  height={height}
                  fill={COLOURS[part] ?? palette.ai}
                />
              ))}
            </g>
          ))}
        </svg>
        <Names rows={rows} />
      </Box>
    </Box>
  );
}

/** Names of some periods below their columns, fewer on a phone. */
function Names({ rows }: { rows: ColumnRow[] }) {
  const spaces = Math.max(rows.length, MIN_SPACES);
  const few = labelledOf(spaces, NAMES.phone);
  const many = labelledOf(spaces, NAMES.desktop);
  return (
    <div className="names" style={{ width: `${(100 * rows.length) / spaces}%` }} aria-hidden>
      {rows.map(({ key, head }, index) => (
        <Box key={key}>
          {(few.has(index) || many.has(index)) && (
            <Box
              component="span"
              sx={{ display: { xs: few.has(index) ? "inline" : "none", md: many.has(index) ? "inline" : "none" } }}
            >
              {head}
            </Box>
          )}
        </Box>
      ))}
    </div>
  );
}

const chartStyles = {
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  columnGap: 1,
  fontSize: 11,
  lineHeight: `${LEADING}px`,
  color: "text.secondary",
  fontVariantNumeric: "tabular-nums",
  // The texts are centred at the lines.
  "& .ticks": {
    display: "flex",
    flexDirection: "column",
    justifyContent: "space-between",
    textAlign: "right",
    height: HEIGHT + LEADING,
  },
  "& svg": { display: "block", width: "100%", height: HEIGHT, my: `${LEADING / 2}px`, overflow: "visible" },
  "& line": { stroke: palette.line, vectorEffect: "non-scaling-stroke" },
  "& rect": { printColorAdjust: "exact" },
  "& .names": { gridColumn: 2, display: "flex", whiteSpace: "nowrap", height: LEADING },
  "& .names > *": { flex: "1 1 0", minWidth: 0 },
  // A name begins at its column's left edge.
  "& .names span": { position: "relative", left: "15%" },
  "@media (forced-colors: active)": {
    "& line": { stroke: "GrayText" },
    "& rect": { stroke: "CanvasText", vectorEffect: "non-scaling-stroke" },
  },
} as const;

/** Explains the colours of the parts. The table names them for users who cannot see colours. */
function Legend({ parts }: { parts: Part[] }) {
  return (
    <Box aria-hidden sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.5, mb: 1 }}>
      {parts.map(({ key, label }, index) => (
        <Box key={key} sx={{ display: "flex", alignItems: "center", gap: 0.75, fontSize: "0.85rem" }}>
          <Box
            className="fill"
            sx={{ width: 12, height: 12, bgcolor: COLOURS[index], "@media print": { printColorAdjust: "exact" } }}
          />
          {label}
        </Box>
      ))}
    </Box>
  );
}
