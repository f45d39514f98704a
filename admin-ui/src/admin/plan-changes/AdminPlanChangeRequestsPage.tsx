import Button from "@mui/material/Button";
import { Link } from "react-router";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { RequestTable } from "./RequestTable";

/** Gold diners' requests for another plan. A request is closed on its own page. */
export default function AdminPlanChangeRequestsPage() {
  const t = useT();
  const { is_all, requests } = usePageData<"admin_plan_change_requests">();
  return (
    <>
      <PageTitle
        title={t("plan_changes.title")}
        actions={
          <Button component={Link} to={is_all ? paths.planChanges : `${paths.planChanges}?all=1`}>
            {t(is_all ? "plan_changes.only_open" : "plan_changes.all")}
          </Button>
        }
      />
      <RequestTable
        label={t("plan_changes.title")}
        requests={requests}
        empty={t(is_all ? "plan_changes.none_ever" : "plan_changes.none")}
      />
    </>
  );
}
