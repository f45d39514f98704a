import { useT } from "@/admin/i18n/use-t";
import { AdminListPage } from "@/admin/lists/AdminListPage";
import { rangeInputs } from "@/admin/lists/range-inputs";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { usePageData } from "@/admin/navigation";
import { REFUNDS, columns } from "./columns";
import type { Refund } from "./columns";

const NEWEST_FIRST = { field: "booked_at", order: "DESC" } as const;
const KINDS = ["charge_refunded", "provider_refund", "refund_failed", "dispute_refund", "orphan_refunded"] as const;

/** Refunds that the ledger contains: by the rules, by admins, by banks, and in the provider's dashboard. */
export default function AdminRefundsPage() {
  const t = useT();
  const { first } = usePageData<"admin_refunds">();
  const { choice, text, days } = useFilterInputs();
  const filters = [
    text("reservation_code", true),
    choice(
      "kind",
      KINDS.map((kind) => [kind, t(`records.transfer_kind.${kind}`)]),
      true,
    ),
    text("restaurant_name"),
    text("restaurant_slug"),
    text("user_uid"),
    text("gateway_fid"),
    text("charge_uid"),
    ...rangeInputs("amount"),
    ...days("booked_at"),
  ];
  return (
    <AdminListPage<Refund>
      title={t("menu.refunds")}
      resource={REFUNDS}
      sort={NEWEST_FIRST}
      first={first}
      filters={filters}
      sortFields={["id", "booked_at", "amount", "restaurant_name"]}
      none={t("records.refunds.none")}
      hiddenColumns={HIDDEN}
      styles={STYLES}
    >
      {columns}
    </AdminListPage>
  );
}

const HIDDEN = ["gateway_fid", "charge_uid", "restaurant_slug"];
const STYLES = { "& td.column-booked_at, & td.column-reservation_code": { whiteSpace: "nowrap" } } as const;
