import { DataTable } from "react-admin";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { AdminListPage } from "@/admin/lists/AdminListPage";
import { Instant, VisitText } from "@/admin/lists/cells";
import type { ListLinks } from "@/admin/lists/own-address";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { usePageData } from "@/admin/navigation";
import { reservationCell, restaurantCell } from "@/admin/records/cells";

type Request = Schemas["CancelRequestEntry"];

const STATUSES = ["pending", "approved", "rejected"] as const;
const CAUSES = ["customer", "restaurant"] as const;
const OLDEST_FIRST = { field: "created_at", order: "ASC" } as const;
const WAITING = { status: "pending" };
const LINKS: ListLinks = { initial: WAITING, plain: {} };

/** Restaurants' requests to cancel without a fee. The reservation's page decides on a request, with a reason. */
export default function AdminCancelRequestsPage() {
  const t = useT();
  const { first } = usePageData<"admin_cancel_requests">();
  const { choice, text, days } = useFilterInputs();
  const filters = [
    choice(
      "status",
      STATUSES.map((status) => [status, t(`cancel_requests.status.${status}`)]),
      true,
    ),
    text("restaurant_name", true),
    choice(
      "reason",
      CAUSES.map((cause) => [cause, t(`cancel_requests.cause.${cause}`)]),
    ),
    text("restaurant_slug"),
    text("reservation_code"),
    text("requested_by"),
    ...days("starts_at"),
    ...days("created_at"),
    ...days("decided_at"),
  ];
  return (
    <AdminListPage<Request>
      title={t("cancel_requests.title")}
      resource="cancel_requests"
      sort={OLDEST_FIRST}
      first={first}
      filters={filters}
      links={LINKS}
      sortFields={SORT_FIELDS}
      none={t("cancel_requests.none")}
      hiddenColumns={HIDDEN}
      styles={STYLES}
    >
      {columns}
    </AdminListPage>
  );
}

const SORT_FIELDS = ["created_at", "starts_at", "restaurant_name", "status"];
const HIDDEN = ["requested_by", "delete_os", "decided_at"];
const STYLES = { "& td.column-reservation_code, & td.column-created_at": { whiteSpace: "nowrap" } } as const;

const Col = DataTable.Col<Request>;

const columns = [
  <Col key="reservation" source="reservation_code" render={reservationCell} />,
  <Col key="restaurant" source="restaurant_name" render={restaurantCell} />,
  <Col key="visit" source="starts_at" render={(row) => <VisitText row={row} />} />,
  <Col key="reason" source="reason" render={(row) => <Cause row={row} />} />,
  <Col key="filed" source="created_at" render={({ created_at: at }) => <Instant at={at} />} />,
  <Col key="status" source="status" render={(row) => <Status row={row} />} />,
  <Col key="requested_by" source="requested_by" />,
  <Col key="slot" source="delete_os" render={(row) => <Slot row={row} />} />,
  <Col key="decided" source="decided_at" render={({ decided_at: at }) => at !== null && <Instant at={at} />} />,
];

interface RowProps {
  row: Request;
}

function Cause({ row }: RowProps) {
  return useT()(`cancel_requests.cause.${row.reason}`);
}

function Status({ row }: RowProps) {
  return useT()(`cancel_requests.status.${row.status as "pending"}`);
}

/** The use of the freed seats. */
function Slot({ row }: RowProps) {
  return useT()(row.delete_os ? "cancel_requests.deleted" : "cancel_requests.reopened");
}
