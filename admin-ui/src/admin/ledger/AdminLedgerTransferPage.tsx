import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { RecordPage } from "@/admin/records/RecordPage";
import { TRANSFERS, columns } from "./columns";

/** A transfer of the ledger. */
export default function AdminLedgerTransferPage() {
  const t = useT();
  const { row } = usePageData<"admin_ledger_transfer">();
  return (
    <RecordPage
      resource={TRANSFERS}
      title={`${t("records.ledger.one")} ${row.id}`}
      record={row}
      list={{ to: paths.ledger, title: t("menu.ledger") }}
    >
      {columns}
    </RecordPage>
  );
}
