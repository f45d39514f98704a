import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useT } from "@/admin/i18n/use-t";
import { AdminList } from "@/admin/lists/AdminList";
import { AdminTable } from "@/admin/lists/AdminTable";
import { rangeInputs } from "@/admin/lists/range-inputs";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { AdjustmentTable } from "./AdjustmentTable";
import { columns } from "./columns";
import type { AdjustmentRow } from "./columns";

const NEWEST_FIRST = { field: "id", order: "DESC" } as const;
const KINDS = ["refund", "correction"] as const;
const STATUSES = ["awaiting_approval", "processing", "succeeded", "failed", "rejected", "withdrawn"] as const;
const BEARERS = ["restaurant", "operator"] as const;

/** Manual refunds and corrections of all restaurants: the open ones with their decisions, and the list of all. */
export default function AdminAdjustmentsPage() {
  const t = useT();
  const { adjustments, first } = usePageData<"admin_adjustments">();
  const filters = useFilters();
  return (
    <>
      <PageTitle title={t("adjustment.title")} />
      <Box component="section" sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)", mb: 4 }}>
        <Typography variant="h2">{t("adjustment.open")}</Typography>
        <AdjustmentTable adjustments={adjustments} empty={t("adjustment.none")} />
      </Box>
      <Box component="section">
        <Typography variant="h2" sx={{ mb: 2 }}>
          {t("adjustment.all")}
        </Typography>
        <AdminList<AdjustmentRow>
          resource="payment_adjustments"
          sort={NEWEST_FIRST}
          first={first}
          filters={filters}
          sortFields={["id", "amount", "status", "decided_at"]}
        >
          <AdminTable
            label={t("adjustment.all")}
            none={t("adjustment.none_ever")}
            hiddenColumns={HIDDEN}
            styles={STYLES}
          >
            {columns}
          </AdminTable>
        </AdminList>
      </Box>
    </>
  );
}

function useFilters() {
  const t = useT();
  const { choice, flag, text, days } = useFilterInputs();
  return [
    text("reservation_code", true),
    choice(
      "status",
      STATUSES.map((status) => [status, t(`adjustment.status.${status}`)]),
      true,
    ),
    choice(
      "kind",
      KINDS.map((kind) => [kind, t(`adjustment.${kind}`)]),
    ),
    choice(
      "borne_by",
      BEARERS.map((bearer) => [bearer, t(`adjustment.bearer.${bearer}`)]),
    ),
    text("reason"),
    text("restaurant_name"),
    text("restaurant_slug"),
    text("user_uid"),
    text("charge_uid"),
    text("requested_by"),
    text("decided_by"),
    flag("needs_approval"),
    ...rangeInputs("amount"),
    ...days("created_at"),
    ...days("decided_at"),
    ...days("finished_at"),
  ];
}

const HIDDEN = [
  "borne_by",
  "user_uid",
  "requested_by",
  "decided_by",
  "decided_at",
  "decision_reason",
  "finished_at",
  "failure_code",
  "restaurant_slug",
];
const STYLES = {
  "& td.column-created_at, & td.column-reservation_code": { whiteSpace: "nowrap" },
  "& td.column-reason": { minWidth: 120 },
} as const;
