import Chip from "@mui/material/Chip";
import { DataTable } from "react-admin";
import { phoneText } from "@seki/shared/phone";
import type { Schemas } from "@/admin/api";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { AdminListPage } from "@/admin/lists/AdminListPage";
import { Instant, VisitText } from "@/admin/lists/cells";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { paths, usePageData } from "@/admin/navigation";
import { restaurantCell } from "@/admin/records/cells";
import { AppLink } from "@/console/ui";

type Reservation = Schemas["ReservationEntry"];

const STATUSES = ["pending", "accepted", "void", "expired", "owner_delete", "admin_delete"] as const;
const TYPES = [
  "online_reservation",
  "invited_reservation",
  "invited_temporary_reservation",
  "offline_reservation",
  "offsite_reservation",
] as const;
const NEWEST_FIRST = { field: "created_at", order: "DESC" } as const;

/** The search for reservations of all restaurants. */
export default function AdminReservationsPage() {
  const t = useT();
  const { first } = usePageData<"admin_reservations">();
  const filters = useFilters();
  return (
    <AdminListPage<Reservation>
      title={t("user.bookings")}
      resource="reservations"
      sort={NEWEST_FIRST}
      first={first}
      filters={filters}
      sortFields={SORT_FIELDS}
      none={t("sections.reservations.empty")}
      hiddenColumns={HIDDEN}
      styles={STYLES}
    >
      {COLUMNS}
    </AdminListPage>
  );
}

function useFilters() {
  const t = useT();
  const { choice, flag, text, days } = useFilterInputs();
  return [
    text("q", true),
    choice(
      "status",
      STATUSES.map((status) => [status, t(`reservation_facts.status.${status}`)]),
      true,
    ),
    ...days("date", true),
    text("restaurant_slug"),
    choice(
      "type",
      TYPES.map((type) => [type, t(`reservation_facts.type.${type}`)]),
    ),
    flag("has_cancel_request"),
    flag("is_walk_in"),
    ...days("created_at"),
    ...days("ended_at"),
  ];
}

const SORT_FIELDS = ["created_at", "starts_at", "reservation_code", "restaurant_slug"];
const HIDDEN = ["type", "course_title", "prepaid_price", "ended_at"];
const STYLES = { "& td.column-reservation_code, & td.column-created_at": { whiteSpace: "nowrap" } } as const;

const Col = DataTable.Col<Reservation>;

const COLUMNS = [
  <Col key="code" source="reservation_code" render={(row) => <CodeLink row={row} />} />,
  <Col key="restaurant" source="restaurant_slug" render={restaurantCell} />,
  <Col key="visit" source="starts_at" render={(row) => <VisitText row={row} />} />,
  <Col key="guest" source="guest_name" disableSort render={(row) => <Guest row={row} />} />,
  <Col key="status" source="status" disableSort render={(row) => <Marks row={row} />} />,
  <Col key="created" source="created_at" sortByOrder="DESC" render={({ created_at: at }) => <Instant at={at} />} />,
  <Col key="type" source="type" disableSort render={(row) => <Type row={row} />} />,
  <Col key="course" source="course_title" disableSort />,
  <Col
    key="prepaid"
    source="prepaid_price"
    align="right"
    disableSort
    render={({ prepaid_price: amount }) => amount > 0 && yen(amount)}
  />,
  <Col key="ended" source="ended_at" disableSort render={({ ended_at: at }) => at !== null && <Instant at={at} />} />,
];

interface RowProps {
  row: Reservation;
}

function CodeLink({ row }: RowProps) {
  return <AppLink to={paths.reservation(row.uid)}>{row.reservation_code}</AppLink>;
}

/** The diner, a walk-in, or a guest whom the admin may see. */
function Guest({ row: { user_uid: uid, guest_name: name, guest_phone: phone, is_walk_in: isWalkIn } }: RowProps) {
  const t = useT();
  if (name === null && !isWalkIn) return null;
  const shown = name?.trim() || t(isWalkIn ? "booking.walk_in" : "users.no_name");
  return (
    <>
      {uid === null ? shown : <AppLink to={paths.user(uid)}>{shown}</AppLink>}
      {phone !== null && <div>{phoneText(phone)}</div>}
    </>
  );
}

function Marks({ row }: RowProps) {
  const t = useT();
  return (
    <>
      <Chip
        size="small"
        color={row.status === "accepted" ? "success" : "default"}
        label={t(`reservation_facts.status.${row.status}`)}
      />
      {row.has_cancel_request && (
        <Chip size="small" color="warning" label={t("sections.reservations.cancel_requested")} sx={{ ml: 0.5 }} />
      )}
    </>
  );
}

function Type({ row }: RowProps) {
  return useT()(`reservation_facts.type.${row.type}`);
}
