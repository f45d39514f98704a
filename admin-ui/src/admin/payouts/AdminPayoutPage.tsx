import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { RecordPage } from "@/admin/records/RecordPage";
import { PAYOUTS, columns } from "./columns";

/** A bank transfer. */
export default function AdminPayoutPage() {
  const t = useT();
  const { row } = usePageData<"admin_payout">();
  return (
    <RecordPage
      resource={PAYOUTS}
      title={`${t("records.payouts.one")} ${row.id}`}
      record={row}
      list={{ to: paths.payouts, title: t("menu.payouts") }}
    >
      {columns}
    </RecordPage>
  );
}
