import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PaymentActions, RecordPage } from "@/admin/records/RecordPage";
import { CHARGES, columns } from "./columns";

/** A payment, with the way to refund or correct it. */
export default function AdminChargePage() {
  const t = useT();
  const { row } = usePageData<"admin_charge">();
  return (
    <RecordPage
      resource={CHARGES}
      title={`${t("records.charges.one")} ${row.id}`}
      record={row}
      list={{ to: paths.chargeList, title: t("menu.charges") }}
      actions={<PaymentActions reservation={row.reservation_uid} user={row.user_uid} />}
    >
      {columns}
    </RecordPage>
  );
}
