import { DataTable } from "react-admin";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { AdminListPage } from "@/admin/lists/AdminListPage";
import { Instant } from "@/admin/lists/cells";
import type { ListLinks } from "@/admin/lists/own-address";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { paths, useInstant, usePageData } from "@/admin/navigation";
import { AppLink } from "@/console/ui";
import { usePlanText } from "./use-plan-text";

type Request = Schemas["PlanChangeRequestEntry"];

const OUTCOMES = ["done", "rejected"] as const;
const OLDEST_FIRST = { field: "created_at", order: "ASC" } as const;
const OPEN = { is_open: "true" };
const LINKS: ListLinks = { initial: OPEN, plain: {} };

/** Gold diners' requests for another plan. A request is closed on its own page, with a note. */
export default function AdminPlanChangeRequestsPage() {
  const t = useT();
  const { first } = usePageData<"admin_plan_change_requests">();
  const { choice, flag, text, days } = useFilterInputs();
  const filters = [
    flag("is_open", true),
    text("name", true),
    choice(
      "outcome",
      OUTCOMES.map((outcome) => [outcome, t(`plan_changes.outcome.${outcome}`)]),
    ),
    text("note"),
    ...days("created_at"),
    ...days("closed_at"),
  ];
  return (
    <AdminListPage<Request>
      title={t("plan_changes.title")}
      resource="gold_plan_change_requests"
      sort={OLDEST_FIRST}
      first={first}
      filters={filters}
      links={LINKS}
      sortFields={SORT_FIELDS}
      none={t("plan_changes.none")}
      hiddenColumns={HIDDEN}
    >
      {columns}
    </AdminListPage>
  );
}

const SORT_FIELDS = ["created_at", "name", "closed_at"];
const HIDDEN = ["closed_at"];

const Col = DataTable.Col<Request>;

const columns = [
  <Col key="filed" source="created_at" render={(row) => <Filed row={row} />} />,
  <Col key="diner" source="name" />,
  <Col key="plan" source="plan_amount" disableSort render={(row) => <Plan row={row} />} />,
  <Col key="state" source="outcome" render={(row) => <Outcome row={row} />} />,
  <Col key="note" source="note" />,
  <Col key="closed" source="closed_at" render={({ closed_at: at }) => at !== null && <Instant at={at} />} />,
];

interface RowProps {
  row: Request;
}

function Filed({ row }: RowProps) {
  const instant = useInstant();
  return <AppLink to={paths.planChange(row.id)}>{instant(row.created_at)}</AppLink>;
}

function Plan({ row }: RowProps) {
  return usePlanText()(row);
}

function Outcome({ row }: RowProps) {
  return useT()(`plan_changes.outcome.${row.outcome ?? "open"}`);
}
