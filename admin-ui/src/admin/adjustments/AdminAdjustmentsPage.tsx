import Button from "@mui/material/Button";
import { Link } from "react-router";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { AdjustmentTable } from "./AdjustmentTable";

/** Manual refunds and corrections of all restaurants. */
export default function AdminAdjustmentsPage() {
  const t = useT();
  const { is_all, adjustments } = usePageData<"admin_adjustments">();
  return (
    <>
      <PageTitle
        title={t("adjustment.title")}
        actions={
          <Button component={Link} to={is_all ? paths.adjustments : `${paths.adjustments}?all=1`}>
            {t(is_all ? "adjustment.only_open" : "adjustment.all")}
          </Button>
        }
      />
      <AdjustmentTable adjustments={adjustments} empty={t(is_all ? "adjustment.none_ever" : "adjustment.none")} />
    </>
  );
}
