import { FileButton } from "@/console/lists/FileButton";
import { ListActions } from "@/console/lists/ListActions";
import { useFilePath } from "@/console/lists/use-file-path";
import { inWindow, mayExport, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

/** The list's actions, with the server's file for roles that may export guests' data. */
export function FileActions({ sortFields }: { sortFields: readonly string[] }) {
  const t = useT();
  const { role } = useSession();
  const path = useFilePath();
  const file = mayExport(role) && (
    <FileButton href={inWindow(`/owners/api/resources/${path}`)} label={t("customers.csv")} />
  );
  return <ListActions sortFields={sortFields} file={file} />;
}
