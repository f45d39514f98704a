import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useListContext } from "ra-core";
import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { plainDate, yen } from "@/console/i18n/page-language";
import type { Schemas } from "@/owner/api";
import { formatMonth } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { PageTitle } from "@/console/ui";
import { ListPages, ResourceList, RowTable, Rows, SortCell } from "@/console/ui/lists";

const PER_PAGE = 24;
const LATEST_FIRST = { field: "month", order: "DESC" } as const;
/** A phone or tablet has space for three columns: the content of the others is below the first, the amount and the status. */
const WIDE_ONLY = { display: { xs: "none", lg: "table-cell" } };

function useMonthName() {
  const { locale } = usePage<"owner_charge_invoices">();
  return (month: string) => formatMonth(month, locale);
}

/** Lists the restaurant's charge invoices by month. */
export default function OwnerChargeInvoicesPage() {
  const t = useT();
  const named = useMonthName();
  const navigate = useNavigate();
  const { data } = usePage<"owner_charge_invoices">();
  const { invoices, months, total, registration_number, tax_percent } = data;
  const selected = useSearchParams()[0].get("selected_month") ?? "";
  return (
    <>
      <PageTitle title={t("invoices.title")} />
      <TextField
        select
        size="small"
        label={t("invoices.period")}
        value={selected}
        onChange={(event) => void navigate(`${paths.invoices}?selected_month=${event.target.value}`)}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        sx={{ mb: 2, minWidth: 200 }}
      >
        <option value="">{t("invoices.all")}</option>
        {months.map((month) => (
          <option key={month} value={month}>
            {named(month)}
          </option>
        ))}
        {selected !== "" && !months.includes(selected) && <option value={selected}>{named(selected)}</option>}
      </TextField>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {t("invoices.rate", { percent: tax_percent })}
        {registration_number !== "" && ` ${t("invoices.registration_number", { number: registration_number })}`}
      </Typography>
      <ResourceList
        resource="restaurant_charge_invoices"
        sort={LATEST_FIRST}
        perPage={PER_PAGE}
        filter={{ selected_month: selected }}
        first={{ data: invoices, total }}
      >
        <Rows empty={t("invoices.none")}>
          <Invoices />
        </Rows>
        <ListPages label={t("invoices.pages")} />
      </ResourceList>
      {data.lost_disputes.length > 0 && <LostDisputes disputes={data.lost_disputes} />}
      {data.adjustments.length > 0 && <Adjustments adjustments={data.adjustments} />}
    </>
  );
}

/** Payments that banks returned to cardholders, and who bears the loss. */
function LostDisputes({ disputes }: { disputes: readonly Schemas["LostDispute"][] }) {
  const t = useT();
  return (
    <Box component="section" sx={{ mt: 4, display: "grid", gap: 2 }}>
      <Typography variant="h2">{t("invoices.lost.title")}</Typography>
      <Typography color="text.secondary">{t("invoices.lost.lead")}</Typography>
      <RowTable
        isNamed
        below="md"
        label={t("invoices.lost.title")}
        rows={disputes.map((dispute, place) => ({ ...dispute, place }))}
        keyOf={({ place }) => place}
        empty={t("invoices.none")}
        columns={[
          { label: t("invoices.lost.reservation"), cell: ({ reservation_code: code }) => code, isWhole: true },
          { label: t("invoices.lost.payment"), cell: ({ payment_label: label }) => label },
          { label: t("invoices.columns.amount"), cell: ({ amount }) => yen(amount), align: "right", isWhole: true },
          { label: t("invoices.lost.reason"), cell: ({ reason_label: label }) => label },
          { label: t("invoices.lost.borne_by"), cell: ({ borne_by: bearer }) => t(`invoices.lost.bearer.${bearer}`) },
          {
            label: t("invoices.lost.closed"),
            cell: ({ closed_at: at }) => at !== null && plainDate(at),
            isWhole: true,
          },
        ]}
      />
    </Box>
  );
}

/** Refunds and corrections that the platform made manually, and who bears or receives them. */
function Adjustments({ adjustments }: { adjustments: readonly Schemas["OwnerAdjustment"][] }) {
  const t = useT();
  return (
    <Box component="section" sx={{ mt: 4, display: "grid", gap: 2 }}>
      <Typography variant="h2">{t("invoices.adjusted.title")}</Typography>
      <Typography color="text.secondary">{t("invoices.adjusted.lead")}</Typography>
      <RowTable
        isNamed
        below="md"
        label={t("invoices.adjusted.title")}
        rows={adjustments.map((adjustment, place) => ({ ...adjustment, place }))}
        keyOf={({ place }) => place}
        empty={t("invoices.none")}
        columns={[
          { label: t("invoices.adjusted.kind"), cell: ({ kind }) => t(`invoices.adjusted.kinds.${kind}`) },
          { label: t("invoices.lost.reservation"), cell: ({ reservation_code: code }) => code, isWhole: true },
          { label: t("invoices.lost.payment"), cell: ({ payment_label: label }) => label },
          { label: t("invoices.columns.amount"), cell: ({ amount }) => yen(amount), align: "right", isWhole: true },
          { label: t("invoices.lost.reason"), cell: ({ reason }) => reason },
          {
            label: t("invoices.adjusted.borne_by"),
            cell: ({ borne_by: side }) => t(`invoices.adjusted.bearer.${side}`),
          },
          {
            label: t("invoices.adjusted.finished"),
            cell: ({ finished_at: at }) => at !== null && plainDate(at),
            isWhole: true,
          },
        ]}
      />
    </Box>
  );
}

function Invoices() {
  const t = useT();
  const { data = [] } = useListContext<Schemas["ChargeInvoice"]>();
  return (
    <TableContainer component={Paper} variant="outlined" tabIndex={0} sx={{ maxWidth: 1000 }}>
      <Table
        size="small"
        aria-label={t("invoices.title")}
        sx={{ "& th, & td": { px: { xs: 0.5, sm: 2 } }, "& tbody": { whiteSpace: "nowrap" } }}
      >
        <TableHead>
          <TableRow>
            <SortCell field="month">{t("invoices.columns.month")}</SortCell>
            <SortCell field="reservations_count" align="right" sx={WIDE_ONLY}>
              {t("invoices.columns.count")}
            </SortCell>
            <SortCell field="amount" align="right">
              {t("invoices.columns.amount")}
            </SortCell>
            <TableCell align="right" sx={WIDE_ONLY}>
              {t("invoices.columns.tax")}
            </TableCell>
            <TableCell align="right" sx={WIDE_ONLY}>
              {t("invoices.columns.no_show_fees")}
            </TableCell>
            <SortCell field="status">{t("invoices.columns.status")}</SortCell>
            <TableCell sx={WIDE_ONLY}>{t("invoices.columns.issued")}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function InvoiceRow({ invoice }: { invoice: Schemas["ChargeInvoice"] }) {
  const t = useT();
  const named = useMonthName();
  const count = t("invoices.reservations", { count: invoice.reservations_count });
  const { no_shows_count: noShowsCount, no_show_fees: fees } = invoice;
  const noShows = noShowsCount !== null && noShowsCount > 0 && t("invoices.no_shows", { count: noShowsCount });
  const issued = plainDate(invoice.issued_at);
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <MuiLink href={invoice.document_path} target="_blank" rel="noreferrer">
          {named(invoice.month)}
        </MuiLink>
        <NarrowOnly>{count}</NarrowOnly>
        {noShows && <NarrowOnly>{noShows}</NarrowOnly>}
      </TableCell>
      <TableCell align="right" sx={WIDE_ONLY}>
        {count}
        {noShows && <div>{noShows}</div>}
      </TableCell>
      <TableCell align="right">
        {yen(invoice.amount)}
        <NarrowOnly>{t("invoices.tax", { amount: yen(invoice.tax) })}</NarrowOnly>
        {fees !== null && <NarrowOnly>{t("invoices.no_show_fees", { amount: yen(fees) })}</NarrowOnly>}
      </TableCell>
      <TableCell align="right" sx={WIDE_ONLY}>
        {yen(invoice.tax)}
      </TableCell>
      <TableCell align="right" sx={WIDE_ONLY}>
        {fees === null ? "―" : yen(fees)}
      </TableCell>
      <TableCell>
        {t(`invoices.status.${invoice.status as "issued" | "paid"}`)}
        <NarrowOnly>{issued}</NarrowOnly>
      </TableCell>
      <TableCell sx={WIDE_ONLY}>{issued}</TableCell>
    </TableRow>
  );
}

function NarrowOnly({ children }: { children: ReactNode }) {
  return (
    <Typography
      variant="caption"
      component="div"
      color="text.secondary"
      sx={{ display: { lg: "none" }, whiteSpace: "normal" }}
    >
      {children}
    </Typography>
  );
}
