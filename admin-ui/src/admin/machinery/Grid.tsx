import type { ReactNode } from "react";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";

interface GridProps {
  title: string;
  columns: string[];
  rows: { key: string; cells: ReactNode[] }[];
  empty: string;
}

/** A table with its heading. On a phone it scrolls by itself, with the keyboard too. */
export function Grid({ title, columns, rows, empty }: GridProps) {
  return (
    <section aria-label={title}>
      <Typography variant="h2" sx={{ mt: 3, mb: 1 }}>
        {title}
      </Typography>
      {rows.length === 0 ? (
        <Typography>{empty}</Typography>
      ) : (
        <TableContainer component={Paper} variant="outlined" tabIndex={0} role="region" aria-label={title}>
          <Table size="small">
            <TableHead>
              <TableRow>
                {columns.map((column) => (
                  <TableCell key={column} sx={{ whiteSpace: "nowrap" }}>
                    {column}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map(({ key, cells }) => (
                <TableRow key={key}>
                  {cells.map((cell, place) => (
                    <TableCell key={columns[place]} sx={widthOf(cell, place)}>
                      {cell}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </section>
  );
}

const LONG = 20;

/** Words stay whole on a phone too: what is long gets its room, and the table scrolls. */
function widthOf(cell: ReactNode, place: number) {
  const isLong = typeof cell === "string" && cell.length > LONG;
  return isLong && place > 0 ? { minWidth: "14rem" } : { whiteSpace: "nowrap" };
}
