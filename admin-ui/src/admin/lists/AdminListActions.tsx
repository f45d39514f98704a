import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { useFilterContext, useListContext, useResourceContext, useTranslate } from "ra-core";
import { FilterButton, SortButton, TopToolbar } from "react-admin";
import { ColumnsSlot } from "@/console/lists/ColumnsButton";
import { useIsNarrow } from "@/console/lists/use-is-narrow";

interface Props {
  sortFields: readonly string[];
  canExport: boolean;
}

/** Further filters and saved queries, the columns of the table or the sorting of the cards, and the file. */
export function AdminListActions({ sortFields, canExport }: Props) {
  const filters = useFilterContext();
  const isNarrow = useIsNarrow();
  return (
    <TopToolbar>
      {filters && <FilterButton />}
      {isNarrow ? sortFields.length > 0 && <SortButton fields={[...sortFields]} /> : <ColumnsSlot />}
      {canExport && <FileButton />}
    </TopToolbar>
  );
}

/** Downloads all rows of the filter. The server writes the file, and records the export. */
export function FileButton() {
  const translate = useTranslate();
  const resource = useResourceContext();
  const { filterValues, sort, total = 0 } = useListContext();
  const query = new URLSearchParams({
    filter: JSON.stringify(filterValues),
    sort: JSON.stringify([sort.field, sort.order]),
  });
  return (
    <Button
      href={`/admin/api/resources/${resource}.csv?${query}`}
      download
      disabled={total === 0}
      size="small"
      startIcon={<DownloadIcon />}
    >
      {translate("ra.action.export")}
    </Button>
  );
}
