import { useT } from "@/admin/i18n/use-t";
import { AdminListPage } from "@/admin/lists/AdminListPage";
import { rangeInputs } from "@/admin/lists/range-inputs";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { usePageData } from "@/admin/navigation";
import { PAYOUTS, columns } from "./columns";
import type { Payout } from "./columns";

const NEWEST_FIRST = { field: "booked_at", order: "DESC" } as const;
const KINDS = ["payout", "restaurant_receipt", "provider_payout", "provider_payout_failed"] as const;

/** Bank transfers to and from restaurants, and of the card provider. */
export default function AdminPayoutsPage() {
  const t = useT();
  const { first } = usePageData<"admin_payouts">();
  const { choice, text, days } = useFilterInputs();
  const filters = [
    text("restaurant_name", true),
    choice(
      "kind",
      KINDS.map((kind) => [kind, t(`records.transfer_kind.${kind}`)]),
      true,
    ),
    text("reference"),
    text("restaurant_slug"),
    ...rangeInputs("amount"),
    ...days("booked_at"),
  ];
  return (
    <AdminListPage<Payout>
      title={t("menu.payouts")}
      resource={PAYOUTS}
      sort={NEWEST_FIRST}
      first={first}
      filters={filters}
      sortFields={["id", "booked_at", "amount", "restaurant_name"]}
      none={t("records.payouts.none")}
      hiddenColumns={HIDDEN}
      styles={STYLES}
    >
      {columns}
    </AdminListPage>
  );
}

const HIDDEN = ["restaurant_slug"];
const STYLES = { "& td.column-booked_at": { whiteSpace: "nowrap" } } as const;
