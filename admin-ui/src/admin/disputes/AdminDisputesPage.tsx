import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import { useListContext } from "ra-core";
import { DataTable } from "react-admin";
import { Link } from "react-router";
import type { Schemas } from "@/admin/api";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { AdminList } from "@/admin/lists/AdminList";
import { AdminTable } from "@/admin/lists/AdminTable";
import { Instant } from "@/admin/lists/cells";
import { filteredBy } from "@/admin/lists/own-address";
import type { Filter, ListLinks } from "@/admin/lists/own-address";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { paths, usePageData } from "@/admin/navigation";
import { reservationCell, restaurantCell } from "@/admin/records/cells";
import { AppLink, PageTitle } from "@/console/ui";
import { Deadline } from "./Deadline";
import { stageOf } from "./stage";

type Dispute = Schemas["DisputeEntry"];

const STATES = ["open", "closed", "all"] as const;
type State = (typeof STATES)[number];
const FILTERS: Record<State, Filter> = { open: { is_open: "true" }, closed: { is_open: "false" }, all: {} };
const KINDS = ["reservation_fee", "prepaid_course", "cancellation_fee", "subscription_fee", "correction"] as const;
const BEARERS = ["platform", "restaurant"] as const;
const BY_DEADLINE = { field: "evidence_due_at", order: "ASC" } as const;
const LINKS: ListLinks = {
  initial: FILTERS.open,
  plain: { state: (state) => FILTERS[STATES.find((each) => each === state) ?? "open"] },
};

/** Disputed payments, by deadline. */
export default function AdminDisputesPage() {
  const t = useT();
  const { first } = usePageData<"admin_disputes">();
  const filters = useFilters();
  return (
    <>
      <PageTitle title={t("disputes.title")} />
      <AdminList<Dispute>
        resource="disputes"
        sort={BY_DEADLINE}
        first={first}
        filters={filters}
        links={LINKS}
        sortFields={SORT_FIELDS}
      >
        <Disputes />
      </AdminList>
    </>
  );
}

function useFilters() {
  const t = useT();
  const { choice, flag, text, days } = useFilterInputs();
  return [
    text("q", true),
    text("restaurant_name", true),
    flag("is_waiting"),
    choice(
      "charge_kind",
      KINDS.map((kind) => [kind, t(`lists.charge_kind.${kind}`)]),
    ),
    choice(
      "borne_by",
      BEARERS.map((bearer) => [bearer, t(`disputes.bearer.${bearer}`)]),
    ),
    text("restaurant_slug"),
    text("note"),
    ...days("evidence_due_at"),
    ...days("opened_at"),
  ];
}

function Disputes() {
  const t = useT();
  const { filterValues } = useListContext();
  const { is_open: isOpen } = filterValues as { is_open?: string };
  const state = isOpen === undefined ? "all" : isOpen === "true" ? "open" : "closed";
  return (
    <>
      <Box role="group" aria-label={t("disputes.show")} sx={{ display: "flex", flexWrap: "wrap", gap: 1, mb: 2 }}>
        {STATES.map((one) => (
          <Button
            key={one}
            component={Link}
            to={{ search: filteredBy(FILTERS[one]) }}
            variant={one === state ? "contained" : "outlined"}
            aria-current={one === state ? "page" : undefined}
          >
            {t(`disputes.filter.${one}`)}
          </Button>
        ))}
      </Box>
      <AdminTable
        label={t("disputes.title")}
        none={t(`disputes.empty.${state}`)}
        initial={FILTERS[state]}
        hiddenColumns={HIDDEN}
        styles={STYLES}
      >
        {columns}
      </AdminTable>
    </>
  );
}

const SORT_FIELDS = ["evidence_due_at", "amount", "opened_at", "restaurant_name"];
const HIDDEN = ["borne_by", "note"];
const STYLES = {
  "& td.column-amount": { whiteSpace: "nowrap" },
  "& .column-gateway_fid, & .column-evidence_due_at, & .column-opened_at": { minWidth: 104 },
} as const;

const Col = DataTable.Col<Dispute>;

const columns = [
  <Col key="dispute" source="gateway_fid" render={({ gateway_fid: fid }) => <DisputeLink fid={fid} />} />,
  <Col key="due" source="evidence_due_at" render={(row) => <Deadline dispute={row} />} />,
  <Col key="stage" source="status" disableSort render={(row) => <Stage row={row} />} />,
  <Col key="amount" source="amount" align="right" render={({ amount }) => yen(amount)} />,
  <Col key="payment" source="charge_kind" render={(row) => <Kind row={row} />} />,
  <Col key="reason" source="reason" render={(row) => <Reason row={row} />} />,
  <Col key="reservation" source="reservation_code" render={(row) => <Subject row={row} />} />,
  <Col key="opened" source="opened_at" render={({ opened_at: at }) => <Instant at={at} />} />,
  <Col
    key="borne_by"
    source="borne_by"
    render={({ borne_by: bearer }) => bearer !== null && <Bearer bearer={bearer} />}
  />,
  <Col key="note" source="note" />,
];

function DisputeLink({ fid }: { fid: string }) {
  return (
    <AppLink to={paths.dispute(fid)} sx={{ overflowWrap: "anywhere" }}>
      {fid}
    </AppLink>
  );
}

interface RowProps {
  row: Dispute;
}

function Stage({ row }: RowProps) {
  return <Chip size="small" label={useT()(`lists.dispute_stage.${stageOf(row)}`)} />;
}

function Kind({ row }: RowProps) {
  return useT()(`lists.charge_kind.${row.charge_kind}`);
}

/** The provider's reason. One without a text is shown with the provider's code. */
function Reason({ row: { reason: code } }: RowProps) {
  const t = useT();
  return t(`lists.dispute_reason.${(code === "" ? "general" : code) as "general"}`, {
    _: t("lists.dispute_reason.other", { code }),
  });
}

/** The booking of the payment and its restaurant. A subscription's payment has none. */
function Subject({ row }: RowProps) {
  return (
    <>
      {row.reservation_uid !== null && <div>{reservationCell(row)}</div>}
      {restaurantCell(row)}
    </>
  );
}

function Bearer({ bearer }: { bearer: NonNullable<Dispute["borne_by"]> }) {
  return useT()(`disputes.bearer.${bearer}`);
}
