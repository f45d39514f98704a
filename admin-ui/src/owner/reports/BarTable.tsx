import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableFooter from "@mui/material/TableFooter";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { useT } from "@/owner/i18n/use-t";
import { palette } from "@/console/ui/theme";
import { barsOf } from "./model";

/** Colours of a bar's parts, in their order. */
const COLOURS = [palette.ai, palette.kin, palette.matcha, palette.shu];

export interface Part {
  key: string;
  label: string;
}

export interface BarRow {
  key: string;
  head: string;
  /** Values of the bar's parts, in their order. */
  values: number[];
  /** Texts next to the bar and in the other columns. */
  cells: string[];
}

interface Props {
  title: string;
  headHeading: string;
  /** Headings of the columns, the column of the bar first. */
  headings: string[];
  parts: Part[];
  rows: BarRow[];
  /** Texts of the total row, one for each column. */
  total?: string[];
}

/** A table of numbers with a bar in its first column. The bars only repeat the numbers. */
export function BarTable({ title, headHeading, headings, parts, rows, total }: Props) {
  const t = useT();
  const bars = barsOf(
    rows.map(({ values }) => values.map((value, index) => ({ key: parts[index]?.key ?? "", value }))),
  );
  return (
    <>
      {parts.length > 1 && <Legend parts={parts} />}
      <TableContainer
        component={Paper}
        variant="outlined"
        tabIndex={0}
        role="region"
        aria-label={t("reports.scrolls", { title })}
      >
        <Table size="small" sx={{ "& th, & td": { whiteSpace: "nowrap", px: { xs: 1, sm: 2 } } }}>
          <TableHead>
            <TableRow>
              <TableCell>{headHeading}</TableCell>
              {headings.map((heading, index) => (
                <TableCell key={heading} align={index === 0 ? "left" : "right"}>
                  {heading}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row, place) => (
              <TableRow key={row.key}>
                <TableCell component="th" scope="row">
                  {row.head}
                </TableCell>
                {row.cells.map((cell, index) =>
                  index === 0 ? (
                    <TableCell key={headings[index]}>
                      {cell}
                      <Bar segments={bars[place] ?? []} parts={parts} />
                    </TableCell>
                  ) : (
                    <TableCell key={headings[index]} align="right">
                      {cell}
                    </TableCell>
                  ),
                )}
              </TableRow>
            ))}
          </TableBody>
          {total !== undefined && (
            <TableFooter>
              <TableRow sx={{ "& th, & td": { fontSize: "0.875rem", fontWeight: 600, color: "text.primary" } }}>
                <TableCell component="th" scope="row">
                  {t("reports.total")}
                </TableCell>
                {total.map((cell, index) => (
                  <TableCell key={headings[index]} align={index === 0 ? "left" : "right"}>
                    {cell}
                  </TableCell>
                ))}
              </TableRow>
            </TableFooter>
          )}
        </Table>
      </TableContainer>
    </>
  );
}

function colourOf(parts: Part[], key: string): string {
  return COLOURS[parts.findIndex((part) => part.key === key)] ?? palette.ai;
}

function Bar({ segments, parts }: { segments: { key: string; width: number }[]; parts: Part[] }) {
  return (
    <Box
      aria-hidden
      sx={{ display: "flex", gap: "1px", height: 10, width: { xs: 130, sm: 220 }, mt: 0.5, bgcolor: palette.washiDeep }}
    >
      {segments.map(({ key, width }) => (
        <Box
          key={key}
          className="fill"
          sx={{ width: `${width}%`, bgcolor: colourOf(parts, key), "@media print": { printColorAdjust: "exact" } }}
        />
      ))}
    </Box>
  );
}

/** Explains the colours of the bars. The columns name them for users who cannot see colours. */
function Legend({ parts }: { parts: Part[] }) {
  return (
    <Box aria-hidden sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.5, mb: 1 }}>
      {parts.map(({ key, label }) => (
        <Box key={key} sx={{ display: "flex", alignItems: "center", gap: 0.75, fontSize: "0.85rem" }}>
          <Box className="fill" sx={{ width: 12, height: 12, bgcolor: colourOf(parts, key) }} />
          {label}
        </Box>
      ))}
    </Box>
  );
}
