import MuiLink from "@mui/material/Link";
import { DataTable } from "react-admin";
import { plainDate, yen } from "@/console/i18n/page-language";
import { ConsoleList, ListTable, exporterOf } from "@/console/lists";
import { mayExport, useSession } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { KeepParameters } from "../lists";
import { useMonthName } from "./use-month-name";

type Invoice = Schemas["ChargeInvoice"];
const Col = DataTable.Col<Invoice>;

const RESOURCE = "restaurant_charge_invoices";
const PER_PAGE = 24;
const LATEST_FIRST = { field: "month", order: "DESC" } as const;
const OWN_PARAMETERS = ["selected_month"];
const SORT_FIELDS = ["month", "reservations_count", "amount", "status"];

interface Props {
  /** YYYY-MM; empty for all periods. */
  month: string;
  first: { data: readonly Invoice[]; total: number };
}

/** The invoices of a month, or of all months. */
export function InvoiceList({ month, first }: Props) {
  const { role } = useSession();
  const exporter = useExporter();
  return (
    <KeepParameters names={OWN_PARAMETERS}>
      <ConsoleList<Invoice>
        resource={RESOURCE}
        sort={LATEST_FIRST}
        perPage={PER_PAGE}
        filter={{ selected_month: month }}
        first={first}
        pageSizes={[PER_PAGE, 60, 120]}
        sortFields={SORT_FIELDS}
        exporter={mayExport(role) ? exporter : false}
      >
        <Invoices />
      </ConsoleList>
    </KeepParameters>
  );
}

function Invoices() {
  const t = useT();
  const named = useMonthName();
  return (
    <ListTable label={t("invoices.title")} empty={t("invoices.none")} sx={STYLES}>
      <Col
        source="month"
        sortByOrder="DESC"
        render={({ month, document_path }) => (
          <MuiLink href={document_path} target="_blank" rel="noreferrer">
            {named(month)}
          </MuiLink>
        )}
      />
      <Col
        source="reservations_count"
        sortByOrder="DESC"
        align="right"
        render={({ reservations_count: count, no_shows_count: noShows }) => (
          <>
            {t("invoices.reservations", { count })}
            {noShows !== null && noShows > 0 && <div>{t("invoices.no_shows", { count: noShows })}</div>}
          </>
        )}
      />
      <Col source="amount" sortByOrder="DESC" align="right" render={({ amount }) => yen(amount)} />
      <Col source="tax" disableSort align="right" render={({ tax }) => yen(tax)} />
      <Col
        source="no_show_fees"
        disableSort
        align="right"
        render={({ no_show_fees: fees }) => (fees === null ? "―" : yen(fees))}
      />
      <Col source="status" render={({ status }) => t(`invoices.status.${status as "issued" | "paid"}`)} />
      <Col source="issued_at" disableSort render={({ issued_at }) => plainDate(issued_at)} />
    </ListTable>
  );
}

const STYLES = { "& tbody": { whiteSpace: "nowrap" } } as const;

/** Returns the exporter of the invoices. The amounts are numbers. */
function useExporter() {
  const t = useT();
  const name = (field: "month" | "reservations_count" | "amount" | "tax" | "no_show_fees" | "status" | "issued_at") =>
    t(`resources.${RESOURCE}.fields.${field}`);
  return exporterOf<Invoice>(RESOURCE, [
    [t("invoices.number"), ({ number }) => number],
    [name("month"), ({ month }) => month],
    [name("reservations_count"), ({ reservations_count }) => reservations_count],
    [name("amount"), ({ amount }) => amount],
    [name("tax"), ({ tax }) => tax],
    [name("no_show_fees"), ({ no_show_fees }) => no_show_fees],
    [name("status"), ({ status }) => t(`invoices.status.${status as "issued" | "paid"}`)],
    [name("issued_at"), ({ issued_at }) => plainDate(issued_at)],
  ]);
}
