import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PaymentActions, RecordPage } from "@/admin/records/RecordPage";
import { REFUNDS, columns } from "./columns";

/** A booked refund. */
export default function AdminRefundPage() {
  const t = useT();
  const { row } = usePageData<"admin_refund">();
  return (
    <RecordPage
      resource={REFUNDS}
      title={`${t("records.refunds.one")} ${row.id}`}
      record={row}
      list={{ to: paths.refunds, title: t("menu.refunds") }}
      actions={<PaymentActions reservation={row.reservation_uid} user={row.user_uid} />}
    >
      {columns}
    </RecordPage>
  );
}
