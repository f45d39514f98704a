import { DataTable } from "react-admin";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { AdminListPage } from "@/admin/lists/AdminListPage";
import { Instant } from "@/admin/lists/cells";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { paths, useInstant, usePageData } from "@/admin/navigation";
import { restaurantCell } from "@/admin/records/cells";
import { AppLink } from "@/console/ui";
import { StageChip } from "./StageChip";

type Raffle = Schemas["RaffleRoundEntry"];

const LATEST_FIRST = { field: "registerable_from", order: "DESC" } as const;

/** The raffles of all restaurants. A raffle is drawn on its own page. */
export default function AdminRafflesPage() {
  const t = useT();
  const { first } = usePageData<"admin_raffles">();
  const { flag, text, days } = useFilterInputs();
  const filters = [
    text("restaurant_name", true),
    flag("is_waiting_for_draw", true),
    flag("is_draw_due"),
    flag("is_open", true),
    text("restaurant_slug"),
    ...days("registerable_from"),
    ...days("registerable_till"),
    ...days("drawn_at"),
  ];
  return (
    <AdminListPage<Raffle>
      title={t("raffles.title")}
      resource="raffle_rounds"
      sort={LATEST_FIRST}
      first={first}
      filters={filters}
      sortFields={SORT_FIELDS}
      none={t("raffles.none")}
      hiddenColumns={HIDDEN}
    >
      {columns}
    </AdminListPage>
  );
}

const SORT_FIELDS = ["registerable_from", "registerable_till", "restaurant_name", "drawn_at"];
const HIDDEN = ["entries_limit", "created_at"];

const Col = DataTable.Col<Raffle>;

const columns = [
  <Col key="from" source="registerable_from" render={(row) => <RaffleLink row={row} />} />,
  <Col key="till" source="registerable_till" render={({ registerable_till: at }) => <Instant at={at} />} />,
  <Col key="restaurant" source="restaurant_name" render={restaurantCell} />,
  <Col key="stage" source="stage" disableSort render={(row) => <StageChip progress={progressIn(row)} />} />,
  <Col key="registrations" source="registrations_count" align="right" disableSort />,
  <Col key="winners" source="winners_count" align="right" />,
  <Col key="drawn" source="drawn_at" render={({ drawn_at: at }) => at !== null && <Instant at={at} />} />,
  <Col key="limit" source="entries_limit" align="right" />,
  <Col key="created" source="created_at" render={({ created_at: at }) => <Instant at={at} />} />,
];

function RaffleLink({ row }: { row: Raffle }) {
  const t = useT();
  const from = useInstant()(row.registerable_from);
  return (
    <AppLink to={paths.raffle(row.restaurant_slug, row.uid)} aria-label={t("raffles.open_one", { from })}>
      {from}
    </AppLink>
  );
}

function progressIn({ drawn_at, is_open, is_waiting_for_draw }: Raffle) {
  if (drawn_at !== null) return "drawn";
  if (is_waiting_for_draw) return "closed";
  return is_open ? "open" : "planned";
}
