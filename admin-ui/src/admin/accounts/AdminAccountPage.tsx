import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { RecordPage } from "@/admin/records/RecordPage";
import { ACCOUNTS, columns } from "./columns";

/** An admin's account. */
export default function AdminAccountPage() {
  const t = useT();
  const { row } = usePageData<"admin_account">();
  return (
    <RecordPage
      resource={ACCOUNTS}
      title={`${t("records.accounts.one")} ${row.nickname}`}
      record={row}
      list={{ to: paths.accounts, title: t("menu.accounts") }}
    >
      {columns}
    </RecordPage>
  );
}
