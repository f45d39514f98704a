import type { ReactNode } from "react";
import { useFilterContext, useListContext, useTranslate } from "ra-core";
import { ExportButton, SortButton, TopToolbar } from "react-admin";
import { ColumnsSlot } from "./ColumnsButton";
import { FiltersButton } from "./FiltersButton";
import { useIsNarrow } from "./use-is-narrow";

/** More rows than a list ever has: a file has all of them, and react-admin's default is 1000. */
const ALL_ROWS = 100_000;

interface Props {
  sortFields: readonly string[];
  /** The button of the server's file; by default react-admin's export, if the list has an exporter. */
  file?: ReactNode;
}

/** Further filters and saved queries, the columns of the table or the sorting of the cards, and the export. */
export function ListActions({ sortFields, file }: Props) {
  const { exporter, total } = useListContext();
  const filters = useFilterContext();
  const isNarrow = useIsNarrow();
  const translate = useTranslate();
  return (
    <TopToolbar>
      {filters && <FiltersButton />}
      {isNarrow ? sortFields.length > 0 && <SortButton fields={[...sortFields]} /> : <ColumnsSlot />}
      {file}
      {file === undefined && exporter !== false && (
        // A disabled button without a text has no name otherwise.
        <ExportButton maxResults={ALL_ROWS} disabled={total === 0} aria-label={translate("ra.action.export")} />
      )}
    </TopToolbar>
  );
}
