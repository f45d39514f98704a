import { DataTable } from "react-admin";
import { yen } from "@/console/i18n/page-language";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { AdminListPage } from "@/admin/lists/AdminListPage";
import { Instant, VisitText } from "@/admin/lists/cells";
import type { ListLinks } from "@/admin/lists/own-address";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { usePageData } from "@/admin/navigation";
import { reservationCell, restaurantCell } from "@/admin/records/cells";

type Fee = Schemas["NoShowFeeEntry"];

const STATUSES = ["requested", "charged", "withdrawn", "waived"] as const;
const OLDEST_FIRST = { field: "requested_at", order: "ASC" } as const;
const WAITING = { status: "requested" };
const LINKS: ListLinks = { initial: WAITING, plain: {} };

/** Fees of no-shows that restaurants have requested. The reservation's page refuses a fee, with a reason. */
export default function AdminNoShowFeesPage() {
  const t = useT();
  const { first } = usePageData<"admin_no_show_fees">();
  const { choice, text, days } = useFilterInputs();
  const filters = [
    choice(
      "status",
      STATUSES.map((status) => [status, t(`no_show_fees.status.${status}`)]),
      true,
    ),
    text("restaurant_name", true),
    text("restaurant_slug"),
    text("reservation_code"),
    ...days("starts_at"),
    ...days("requested_at"),
    ...days("charge_due_at"),
    text("reason"),
  ];
  return (
    <AdminListPage<Fee>
      title={t("no_show_fees.title")}
      resource="no_show_fees"
      sort={OLDEST_FIRST}
      first={first}
      filters={filters}
      links={LINKS}
      sortFields={SORT_FIELDS}
      none={t("no_show_fees.none")}
      hiddenColumns={HIDDEN}
      styles={STYLES}
    >
      {columns}
    </AdminListPage>
  );
}

const SORT_FIELDS = ["requested_at", "charge_due_at", "starts_at", "amount", "status"];
const HIDDEN = ["requested_at", "decided_at", "reason"];
const STYLES = {
  "& td.column-reservation_code, & td.column-amount, & td.column-charge_due_at": { whiteSpace: "nowrap" },
} as const;

const Col = DataTable.Col<Fee>;

const columns = [
  <Col key="reservation" source="reservation_code" render={reservationCell} />,
  <Col key="restaurant" source="restaurant_name" render={restaurantCell} />,
  <Col key="visit" source="starts_at" render={(row) => <VisitText row={row} />} />,
  <Col key="amount" source="amount" align="right" render={({ amount }) => yen(amount)} />,
  <Col key="charged" source="charge_due_at" render={({ charge_due_at: at }) => <Instant at={at} />} />,
  <Col key="status" source="status" render={(row) => <Status row={row} />} />,
  <Col
    key="payment"
    source="charge_status"
    render={(row) => row.charge_status !== null && <Payment status={row.charge_status} />}
  />,
  <Col key="requested" source="requested_at" render={({ requested_at: at }) => <Instant at={at} />} />,
  <Col key="decided" source="decided_at" render={({ decided_at: at }) => at !== null && <Instant at={at} />} />,
  <Col key="reason" source="reason" />,
];

interface RowProps {
  row: Fee;
}

function Status({ row }: RowProps) {
  return useT()(`no_show_fees.status.${row.status}`);
}

function Payment({ status }: { status: NonNullable<Fee["charge_status"]> }) {
  return useT()(`reservation.state.${status}`);
}
