import type { ReactNode } from "react";
import Typography from "@mui/material/Typography";
import { RowTable } from "@/console/ui/lists";

interface GridProps {
  title: string;
  columns: { label: string; align?: "right"; isWhole?: boolean; isQuietAtZero?: boolean }[];
  rows: { key: string; cells: ReactNode[] }[];
  empty: string;
  below?: "md" | "lg";
}

/** A table with its heading; cards on a phone. */
export function Grid({ title, columns, rows, empty, below = "md" }: GridProps) {
  return (
    <section aria-label={title}>
      <Typography variant="h2" sx={{ mt: 3, mb: 1 }}>
        {title}
      </Typography>
      <RowTable
        isNamed
        below={below}
        label={title}
        rows={rows}
        keyOf={({ key }) => key}
        empty={empty}
        columns={columns.map((column, place) => ({
          ...column,
          cell: ({ cells }: { cells: ReactNode[] }) => cells[place],
        }))}
      />
    </section>
  );
}
