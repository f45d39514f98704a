import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant } from "@/admin/navigation";
import { AppLink } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";

type PlanChange = Schemas["AdminPlanChangeRequest"];

interface Props {
  label: string;
  requests: PlanChange[];
  empty: string;
}

export function RequestTable({ label, requests, empty }: Props) {
  const t = useT();
  return (
    <RowTable
      isNamed
      below="md"
      label={label}
      rows={requests}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        {
          label: t("plan_changes.filed"),
          cell: filed,
          isWhole: true,
        },
        { label: t("plan_changes.diner"), cell: ({ name }) => name, minWidth: 120 },
        { label: t("plan_changes.plan"), cell: ({ plan }) => plan ?? t("plan_changes.no_plan") },
        { label: t("plan_changes.state"), cell: ({ outcome }) => t(`plan_changes.outcome.${outcome ?? "open"}`) },
        { label: t("plan_changes.note"), cell: ({ note }) => note },
      ]}
    />
  );
}

const filed = (request: PlanChange) => <Filed request={request} />;

function Filed({ request }: { request: PlanChange }) {
  const instant = useInstant();
  return <AppLink to={paths.planChange(request.id)}>{instant(request.created_at)}</AppLink>;
}
