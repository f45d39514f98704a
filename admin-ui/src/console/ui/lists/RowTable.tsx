import type { ReactNode } from "react";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import useMediaQuery from "@mui/material/useMediaQuery";
import { grouped } from "@/console/i18n/page-language";
import { Facts } from "../Facts";

interface Column<Row> {
  label: string;
  /** Returns the content; a number is grouped by thousands. */
  cell: (row: Row) => ReactNode;
  align?: "right";
  /** Keeps the column's content on one line of the table. */
  isWhole?: boolean;
  /** Its minimum width in a table: Japanese breaks after any character. */
  minWidth?: number;
  /** Hides a zero in a card. */
  isQuietAtZero?: boolean;
}

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  empty: string;
  /** Cards show the labels of the table's head; the first value is their heading. Without it values have no labels. */
  isNamed?: boolean;
  /** Width of the window below which cards replace the table; "lg" is for many columns. */
  below?: "md" | "lg";
}

/** A window of 992 pixels has no menu, and as much space as one of 1200 next to its menu. */
const NARROWER = { md: "(max-width: 899.95px)", lg: "(max-width: 991.95px)" };

/** The rows of a list: a table if the width suffices, or cards. */
export function RowTable<Row>({ label, rows, keyOf, columns, empty, isNamed = false, below = "lg" }: Props<Row>) {
  const isNarrow = useMediaQuery(NARROWER[below], { noSsr: true });
  if (rows.length === 0) {
    return (
      <Paper variant="outlined" role="status" sx={{ p: 4, textAlign: "center" }}>
        {empty}
      </Paper>
    );
  }
  if (isNarrow) {
    const Card = isNamed ? NamedCard : PlainCard;
    return (
      <Box component="ul" aria-label={label} sx={cards}>
        {rows.map((row) => (
          <Paper key={keyOf(row)} component="li" variant="outlined" sx={card}>
            <Card row={row} columns={columns} />
          </Paper>
        ))}
      </Box>
    );
  }
  return (
    // Long words make it scroll sideways, also with keys.
    <TableContainer component={Paper} variant="outlined" tabIndex={0}>
      <Table size="small" aria-label={label} sx={below === "lg" ? closer : null}>
        <TableHead>
          <TableRow>
            {columns.map(({ label: name, align }) => (
              <TableCell key={name} align={align ?? "left"}>
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow hover key={keyOf(row)}>
              {columns.map(({ label: name, cell, align, isWhole, minWidth }) => (
                <TableCell
                  key={name}
                  align={align ?? "left"}
                  sx={isWhole ? { whiteSpace: "nowrap" } : { ...broken, minWidth }}
                >
                  {shown(cell(row))}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

interface CardProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
}

function PlainCard<Row>({ row, columns }: CardProps<Row>) {
  return columns.map((column) => (
    <Box key={column.label} sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
      {shown(column.cell(row))}
    </Box>
  ));
}

function NamedCard<Row>({ row, columns: [first, ...others] }: CardProps<Row>) {
  return (
    <>
      <Box sx={{ minWidth: 0, overflowWrap: "anywhere", fontWeight: 600 }}>{shown(first?.cell(row))}</Box>
      <Facts
        facts={others.map(({ label, cell, isQuietAtZero }) => {
          const value = cell(row);
          return [label, isQuietAtZero && value === 0 ? null : shown(value)];
        })}
      />
    </>
  );
}

function shown(content: ReactNode): ReactNode {
  return typeof content === "number" ? grouped(content) : content;
}

/** Saves the space that many columns need in a window in which they just fit. */
const closer = { "& .MuiTableCell-root": { px: { xs: 1.25, xl: 2 } } } as const;

const broken = { overflowWrap: "break-word" } as const;

const cards = {
  listStyle: "none",
  m: 0,
  p: 0,
  display: "grid",
  gap: 1,
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 20rem), 1fr))",
} as const;

const card = { p: 1.5, display: "grid", gap: 0.75, minWidth: 0, alignContent: "start" } as const;
