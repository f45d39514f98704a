import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableFooter from "@mui/material/TableFooter";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { useT } from "@/owner/i18n/use-t";
import { Columns } from "./Columns";
import type { Part } from "./Columns";

interface ChartRow {
  key: string;
  head: string;
  /** Values of the column's parts, in their order. */
  values: number[];
  /** Texts of the table's columns. The first one is the value of the chart's column. */
  cells: string[];
}

interface Props {
  title: string;
  headHeading: string;
  /** Headings of the columns. */
  headings: string[];
  parts: Part[];
  rows: ChartRow[];
  /** Texts of the total row, one for each column. */
  total?: string[];
  totalHeading?: string;
}

/** A chart, and the table of its numbers. */
export function ChartTable({ title, headHeading, headings, parts, rows, total, totalHeading }: Props) {
  const t = useT();
  return (
    <>
      <Columns
        title={title}
        parts={parts}
        rows={rows.map(({ key, head, values, cells }) => ({ key, head, values, text: cells[0] ?? "" }))}
      />
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
              {headings.map((heading) => (
                <TableCell key={heading} align="right">
                  {heading}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.key}>
                <TableCell component="th" scope="row">
                  {row.head}
                </TableCell>
                {row.cells.map((cell, index) => (
                  <TableCell key={headings[index]} align="right">
                    {cell}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
          {total !== undefined && (
            <TableFooter>
              <TableRow sx={{ "& th, & td": { fontSize: "0.875rem", fontWeight: 600, color: "text.primary" } }}>
                <TableCell component="th" scope="row">
                  {totalHeading ?? t("reports.total")}
                </TableCell>
                {total.map((cell, index) => (
                  <TableCell key={headings[index]} align="right">
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
