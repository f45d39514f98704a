import Button from "@mui/material/Button";
import { Link } from "react-router";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";

/** The payments of a reservation, read-only. */
export default function AdminReservationChargesPage() {
  const t = useT();
  const data = usePageData<"admin_reservation_charges">();
  return (
    <>
      <PageTitle
        title={`${t("reservation.charges")} ${data.reservation.reservation_code}`}
        actions={
          <Button component={Link} to={paths.reservation(data.reservation.uid)}>
            {t("reservation_facts.title")}
          </Button>
        }
      />
      <RowTable
        isNamed
        below="md"
        label={t("reservation.charges")}
        rows={data.charges}
        keyOf={({ gateway_fid, kind }) => gateway_fid ?? kind}
        empty={t("reservation.none")}
        columns={[
          { label: t("reservation.charge"), cell: ({ label }) => label },
          { label: t("reservation.amount"), cell: ({ amount }) => yen(amount), align: "right", isWhole: true },
          {
            label: t("reservation.refunded"),
            cell: ({ refunded_amount }) => yen(refunded_amount),
            align: "right",
            isWhole: true,
          },
          { label: t("reservation_facts.status_label"), cell: ({ status }) => t(`reservation.state.${status}`) },
          { label: t("reservation.provider"), cell: ({ gateway_fid }) => gateway_fid },
        ]}
      />
    </>
  );
}
