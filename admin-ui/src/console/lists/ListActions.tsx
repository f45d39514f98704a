import { useFilterContext, useListContext, useTranslate } from "ra-core";
import { ExportButton, FilterButton, SortButton, TopToolbar } from "react-admin";
import { ColumnsSlot } from "./ColumnsButton";
import { useIsNarrow } from "./use-is-narrow";

interface Props {
  sortFields: readonly string[];
  exported?: number | undefined;
}

/** Further filters and saved queries, the columns of the table or the sorting of the cards, and the export. */
export function ListActions({ sortFields, exported }: Props) {
  const { exporter, total } = useListContext();
  const filters = useFilterContext();
  const isNarrow = useIsNarrow();
  const translate = useTranslate();
  return (
    <TopToolbar>
      {filters && <FilterButton />}
      {isNarrow ? sortFields.length > 0 && <SortButton fields={[...sortFields]} /> : <ColumnsSlot />}
      {exporter !== false && (
        // A disabled button without a text has no name otherwise.
        <ExportButton maxResults={exported} disabled={total === 0} aria-label={translate("ra.action.export")} />
      )}
    </TopToolbar>
  );
}
