import type { ComponentProps } from "react";
import { useListContext } from "ra-core";
import { useT } from "@/admin/i18n/use-t";
import { ListTable } from "@/console/lists";
import type { Filter } from "./own-address";

interface Props extends Omit<ComponentProps<typeof ListTable>, "empty" | "sx"> {
  /** Text of the list with its initial filter, if it has no rows. */
  none: string;
  /** The initial filter; no filter by default. */
  initial?: Filter;
  /** Styles of the columns: `.column-SOURCE`. */
  styles?: Record<string, object>;
}

/** Eight columns fit next to the menu. Addresses keep their words (`emailCell`). */
const DENSE = { "& th, & td": { px: 1 }, "& td.column-email": { overflowWrap: "break-word" } };

/** The rows of a list, or a text that depends on the filter. */
export function AdminTable({ none, initial = {}, styles = {}, ...table }: Props) {
  const t = useT();
  const { filterValues } = useListContext();
  const isInitial = JSON.stringify(filterValues) === JSON.stringify(initial);
  return <ListTable empty={isInitial ? none : t("lists.no_match")} sx={{ ...DENSE, ...styles }} {...table} />;
}
