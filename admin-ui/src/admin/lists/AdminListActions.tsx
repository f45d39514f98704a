import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { useCanAccess, useFilterContext, useListContext, useTranslate } from "ra-core";
import { SortButton, TopToolbar } from "react-admin";
import { ColumnsSlot } from "@/console/lists/ColumnsButton";
import { FiltersButton } from "@/console/lists/FiltersButton";
import { useFilePath } from "@/console/lists/use-file-path";
import { useIsNarrow } from "@/console/lists/use-is-narrow";

interface Props {
  sortFields: readonly string[];
}

/** Further filters and saved queries, the columns of the table or the sorting of the cards, and the file. */
export function AdminListActions({ sortFields }: Props) {
  const { canAccess: mayExport } = useCanAccess({ action: "export" });
  const filters = useFilterContext();
  const isNarrow = useIsNarrow();
  return (
    <TopToolbar>
      {filters && <FiltersButton />}
      {isNarrow ? sortFields.length > 0 && <SortButton fields={[...sortFields]} /> : <ColumnsSlot />}
      {mayExport === true && <FileButton />}
    </TopToolbar>
  );
}

/** Downloads all rows of the filter. The server writes the file, and records the export. */
export function FileButton() {
  const translate = useTranslate();
  const { total = 0 } = useListContext();
  const path = useFilePath();
  return (
    <Button
      href={`/admin/api/resources/${path}`}
      download
      disabled={total === 0}
      size="small"
      startIcon={<DownloadIcon />}
    >
      {translate("ra.action.export")}
    </Button>
  );
}
