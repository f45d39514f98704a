import { DateInput, NumberInput } from "react-admin";
import { useT } from "@/admin/i18n/use-t";
import { AdminListPage } from "@/admin/lists/AdminListPage";
import { rangeInputs } from "@/admin/lists/range-inputs";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { usePageData } from "@/admin/navigation";
import { LEDGER_ACCOUNTS, TRANSFERS, TRANSFER_KINDS, columns } from "./columns";
import type { Transfer } from "./columns";

const NEWEST_FIRST = { field: "id", order: "DESC" } as const;

/** The ledger's transfers. */
export default function AdminLedgerTransfersPage() {
  const t = useT();
  const { first } = usePageData<"admin_ledger_transfers">();
  const { choice, text, days } = useFilterInputs();
  const account = (source: "debit_account" | "credit_account") =>
    choice(
      source,
      LEDGER_ACCOUNTS.map((name) => [name, t(`records.ledger_account.${name}`)]),
    );
  const filters = [
    text("restaurant_slug", true),
    choice(
      "kind",
      TRANSFER_KINDS.map((kind) => [kind, t(`records.transfer_kind.${kind}`)]),
      true,
    ),
    account("debit_account"),
    account("credit_account"),
    text("reference"),
    <NumberInput key="charge_id" source="charge_id" />,
    <NumberInput key="reservation_id" source="reservation_id" />,
    <DateInput key="invoice_month" source="invoice_month" />,
    text("key"),
    ...rangeInputs("amount"),
    ...days("booked_at"),
  ];
  return (
    <AdminListPage<Transfer>
      title={t("menu.ledger")}
      resource={TRANSFERS}
      sort={NEWEST_FIRST}
      first={first}
      filters={filters}
      sortFields={["id", "booked_at", "amount"]}
      none={t("records.ledger.none")}
      hiddenColumns={HIDDEN}
      styles={STYLES}
    >
      {columns}
    </AdminListPage>
  );
}

const HIDDEN = ["invoice_month", "reference", "key", "restaurant_slug"];
const STYLES = { "& td.column-booked_at": { whiteSpace: "nowrap" } } as const;
