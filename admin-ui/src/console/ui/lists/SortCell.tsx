import type { ReactNode } from "react";
import TableCell from "@mui/material/TableCell";
import TableSortLabel from "@mui/material/TableSortLabel";
import type { SxProps } from "@mui/material/styles";
import { useListContext } from "ra-core";

interface Props {
  field: string;
  align?: "right";
  sx?: SxProps;
  children: ReactNode;
}

/** The head of a sortable column. */
export function SortCell({ field, align, sx, children }: Props) {
  const { sort, setSort } = useListContext();
  const active = sort.field === field;
  const direction = active && sort.order === "ASC" ? "asc" : "desc";
  return (
    <TableCell align={align ?? "left"} sortDirection={active ? direction : false} sx={sx}>
      <TableSortLabel
        active={active}
        direction={direction}
        sx={{ "& .MuiTableSortLabel-icon": { display: { xs: active ? undefined : "none", sm: "inline-block" } } }}
        onClick={() => setSort({ field, order: active && sort.order === "DESC" ? "ASC" : "DESC" })}
      >
        {children}
      </TableSortLabel>
    </TableCell>
  );
}
