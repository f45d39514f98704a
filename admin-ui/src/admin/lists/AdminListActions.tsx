import { useCanAccess } from "ra-core";
import { FileButton } from "@/console/lists/FileButton";
import { ListActions } from "@/console/lists/ListActions";
import { useFilePath } from "@/console/lists/use-file-path";

/** The list's actions, with the server's file for admins who may export the list. */
export function AdminListActions({ sortFields }: { sortFields: readonly string[] }) {
  return <ListActions sortFields={sortFields} file={<AdminFile />} />;
}

function AdminFile() {
  const { canAccess: mayExport } = useCanAccess({ action: "export" });
  const path = useFilePath();
  return mayExport === true ? <FileButton href={`/admin/api/resources/${path}`} /> : null;
}
