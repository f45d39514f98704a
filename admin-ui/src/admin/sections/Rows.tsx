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
import type { Theme } from "@mui/material/styles";

interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  empty: string;
}

/** The rows of a list: a table where there is room for one, cards on a telephone or tablet. */
export function Rows<Row>({ label, rows, keyOf, columns, empty }: Props<Row>) {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down("lg"), { noSsr: true });
  if (rows.length === 0) {
    return (
      <Paper variant="outlined" sx={{ p: 4, textAlign: "center" }}>
        {empty}
      </Paper>
    );
  }
  if (isNarrow) {
    return (
      <Box component="ul" aria-label={label} sx={cards}>
        {rows.map((row) => (
          <Paper key={keyOf(row)} component="li" variant="outlined" sx={card}>
            {columns.map((column) => (
              <Box key={column.label} sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
                {column.cell(row)}
              </Box>
            ))}
          </Paper>
        ))}
      </Box>
    );
  }
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.label}>{column.label}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow hover key={keyOf(row)}>
              {columns.map((column) => (
                <TableCell key={column.label}>{column.cell(row)}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const cards = {
  listStyle: "none",
  m: 0,
  p: 0,
  display: "grid",
  gap: 1,
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 20rem), 1fr))",
} as const;

const card = { p: 1.5, display: "grid", gap: 0.75, minWidth: 0, alignContent: "start" } as const;
