import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { useListContext } from "ra-core";
import { ListActions } from "@/console/lists/ListActions";
import { inWindow, mayExport, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

/** The list's actions, with the file that the server writes of all its rows and records in the audit log. */
export function FileActions({ sortFields }: { sortFields: readonly string[] }) {
  const t = useT();
  const { role } = useSession();
  const { resource, filterValues, sort, total } = useListContext();
  const query = new URLSearchParams({
    filter: JSON.stringify(filterValues),
    sort: JSON.stringify([sort.field, sort.order]),
  });
  return (
    <>
      <ListActions sortFields={sortFields} />
      {mayExport(role) && total !== 0 && (
        <Button
          size="small"
          startIcon={<DownloadIcon />}
          href={inWindow(`/owners/api/resources/${resource}.csv?${query}`)}
          download
        >
          {t("customers.csv")}
        </Button>
      )}
    </>
  );
}
