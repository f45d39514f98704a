import { cloneElement } from "react";
import type { ReactNode } from "react";
import { useDataTableSortContext } from "ra-core";
import { DataTableHead } from "react-admin";
import { columnsOf } from "./RecordFacts";

/** react-admin's head of a table, whose sorted column is marked for screen readers, too (`aria-sort`). */
export function SortedHead({ children }: { children?: ReactNode }) {
  const sort = useDataTableSortContext();
  const sortDirection = sort?.order === "DESC" ? "desc" : "asc";
  return (
    <DataTableHead>
      {columnsOf(children).map((column) =>
        sort !== undefined && column.props.source === sort.field ? cloneElement(column, { sortDirection }) : column,
      )}
    </DataTableHead>
  );
}
