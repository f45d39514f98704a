import { useT } from "@/admin/i18n/use-t";
import { AdminListPage } from "@/admin/lists/AdminListPage";
import { rangeInputs } from "@/admin/lists/range-inputs";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { usePageData } from "@/admin/navigation";
import { CHARGES, columns } from "./columns";
import type { Charge } from "./columns";

const NEWEST_FIRST = { field: "id", order: "DESC" } as const;
const KINDS = ["reservation_fee", "prepaid_course", "cancellation_fee", "subscription_fee", "correction"] as const;
const STATUSES = [
  "planned",
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "succeeded",
  "canceled",
] as const;
const DISPUTES = ["inquiry", "open", "won", "lost"] as const;

/** The payments of all restaurants and of the platform's plans. */
export default function AdminChargesPage() {
  const t = useT();
  const { first } = usePageData<"admin_charges">();
  const { choice, flag, text, days } = useFilterInputs();
  const filters = [
    text("q", true),
    choice(
      "status",
      STATUSES.map((status) => [status, t(`reservation.state.${status}`)]),
      true,
    ),
    flag("is_unsettled", true),
    flag("needs_settlement"),
    flag("is_overdue_fee"),
    choice(
      "kind",
      KINDS.map((kind) => [kind, t(`lists.charge_kind.${kind}`)]),
    ),
    choice(
      "dispute_state",
      DISPUTES.map((state) => [state, t(`disputes.state.${state}`)]),
    ),
    text("restaurant_slug"),
    text("user_uid"),
    text("failure_code"),
    ...rangeInputs("amount"),
    ...days("created_at"),
    ...days("succeeded_at"),
  ];
  return (
    <AdminListPage<Charge>
      title={t("menu.charges")}
      resource={CHARGES}
      sort={NEWEST_FIRST}
      first={first}
      filters={filters}
      sortFields={["id", "created_at", "amount", "refund_due", "succeeded_at"]}
      none={t("records.charges.none")}
      hiddenColumns={HIDDEN}
      styles={STYLES}
    >
      {columns}
    </AdminListPage>
  );
}

const HIDDEN = [
  "refund_due",
  "lost_amount",
  "is_unsettled",
  "needs_settlement",
  "is_overdue_fee",
  "dispute_state",
  "user_uid",
  "gateway_fid",
  "failure_code",
  "succeeded_at",
  "updated_at",
  "uid",
  "restaurant_slug",
];
const STYLES = { "& td.column-created_at, & td.column-reservation_code": { whiteSpace: "nowrap" } } as const;
