import { DataTable } from "react-admin";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { TransferKindText } from "@/admin/records/TransferKindText";
import { restaurantCell, timeCell } from "@/admin/records/cells";
import { yen } from "@/console/i18n/page-language";
import { AppLink } from "@/console/ui";

export const TRANSFERS = "ledger_transfers";
export type Transfer = Schemas["TransferEntry"];

export const TRANSFER_KINDS = [
  "charge_paid",
  "charge_refunded",
  "provider_refund",
  "refund_failed",
  "dispute_opened",
  "dispute_won",
  "dispute_lost",
  "dispute_refund",
  "dispute_recovered",
  "course_earned",
  "cancellation_fee_earned",
  "correction_earned",
  "goodwill",
  "orphan_paid",
  "orphan_refunded",
  "restaurant_charge",
  "payout",
  "restaurant_receipt",
  "processing_fee",
  "dispute_fee",
  "fee_returned",
  "provider_payout",
  "provider_payout_failed",
] as const;

export const LEDGER_ACCOUNTS = [
  "card_provider",
  "bank",
  "disputes",
  "prepaid_courses",
  "cancellation_fees",
  "restaurant_payable",
  "reservation_fees",
  "subscription_fees",
  "restaurant_charges",
  "corrections",
  "dispute_losses",
  "provider_fees",
  "goodwill",
  "orphaned_payments",
] as const;

const Col = DataTable.Col<Transfer>;

export const columns = [
  <Col key="id" source="id" render={({ id }) => <AppLink to={paths.ledgerTransfer(id)}>{id}</AppLink>} />,
  <Col key="booked" source="booked_at" sortByOrder="DESC" render={({ booked_at: at }) => timeCell(at)} />,
  <Col key="kind" source="kind" render={({ kind }) => <TransferKindText kind={kind} />} />,
  <Col key="debit" source="debit_account" disableSort render={({ debit_account: of }) => <Account of={of} />} />,
  <Col key="credit" source="credit_account" disableSort render={({ credit_account: of }) => <Account of={of} />} />,
  <Col key="amount" source="amount" align="right" sortByOrder="DESC" render={({ amount }) => yen(amount)} />,
  <Col key="restaurant" source="restaurant_name" disableSort render={restaurantCell} />,
  <Col
    key="charge"
    source="charge_id"
    disableSort
    render={({ charge_id: id }) => id !== null && <AppLink to={paths.charge(id)}>{id}</AppLink>}
  />,
  <Col
    key="reservation"
    source="reservation_id"
    disableSort
    render={({ reservation_id: id }) => id !== null && <AppLink to={paths.reservation(String(id))}>{id}</AppLink>}
  />,
  <Col key="month" source="invoice_month" disableSort render={({ invoice_month: month }) => month?.slice(0, 7)} />,
  <Col key="reference" source="reference" disableSort />,
  <Col key="key" source="key" disableSort />,
  <Col key="slug" source="restaurant_slug" disableSort />,
];

function Account({ of }: { of: Schemas["LedgerAccount"] }) {
  return useT()(`records.ledger_account.${of}`);
}
