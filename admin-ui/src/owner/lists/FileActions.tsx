import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { useListContext } from "ra-core";
import { ListActions } from "@/console/lists/ListActions";
import { useFilePath } from "@/console/lists/use-file-path";
import { inWindow, mayExport, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

/** The list's actions, with the file that the server writes of all its rows and records in the audit log. */
export function FileActions({ sortFields }: { sortFields: readonly string[] }) {
  const t = useT();
  const { role } = useSession();
  const { total } = useListContext();
  const path = useFilePath();
  return (
    <>
      <ListActions sortFields={sortFields} />
      {mayExport(role) && total !== 0 && (
        <Button size="small" startIcon={<DownloadIcon />} href={inWindow(`/owners/api/resources/${path}`)} download>
          {t("customers.csv")}
        </Button>
      )}
    </>
  );
}
