import Button from "@mui/material/Button";
import { Link } from "react-router";
import { yen } from "@/console/i18n/page-language";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant, usePageData } from "@/admin/navigation";
import { AppLink, PageTitle } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";

/** Fees of no-shows that restaurants have requested. The reservation's page refuses a fee. */
export default function AdminNoShowFeesPage() {
  const t = useT();
  const instant = useInstant();
  const { is_all, fees } = usePageData<"admin_no_show_fees">();
  return (
    <>
      <PageTitle
        title={t("no_show_fees.title")}
        actions={
          <Button component={Link} to={is_all ? paths.noShowFees : `${paths.noShowFees}?all=1`}>
            {t(is_all ? "no_show_fees.only_open" : "no_show_fees.all")}
          </Button>
        }
      />
      <RowTable
        isNamed
        below="md"
        label={t("no_show_fees.title")}
        rows={fees}
        keyOf={({ reservation_uid }) => reservation_uid}
        empty={t(is_all ? "no_show_fees.none_ever" : "no_show_fees.none")}
        columns={[
          { label: t("cancel_requests.reservation"), cell: reservation, isWhole: true },
          { label: t("cancel_requests.restaurant"), cell: restaurant },
          {
            label: t("cancel_requests.visit"),
            cell: ({ display_time, guests_count: count }) =>
              `${display_time} ${t("cancel_requests.guests", { count })}`,
            isWhole: true,
          },
          { label: t("no_show_fees.amount"), cell: ({ amount }) => yen(amount) },
          { label: t("no_show_fees.charged_at"), cell: ({ charge_due_at }) => instant(charge_due_at), isWhole: true },
          { label: t("cancel_requests.state"), cell: ({ status }) => t(`no_show_fees.status.${status}`) },
          {
            label: t("no_show_fees.payment"),
            cell: ({ charge_status: status }) => status !== null && t(`reservation.state.${status}`),
          },
        ]}
      />
    </>
  );
}

type Fee = Schemas["AdminNoShowFee"];

const reservation = (fee: Fee) => <AppLink to={paths.reservation(fee.reservation_uid)}>{fee.reservation_code}</AppLink>;
const restaurant = ({ restaurant_slug: slug, restaurant_name: name }: Fee) => (
  <AppLink to={paths.restaurant(slug)}>{name}</AppLink>
);
