import Button from "@mui/material/Button";
import { Link } from "react-router";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { AdjustmentTable } from "./AdjustmentTable";

/** A manual refund or correction, with the decisions that this admin may make. */
export default function AdminAdjustmentPage() {
  const t = useT();
  const { adjustment } = usePageData<"admin_adjustment">();
  return (
    <>
      <PageTitle
        title={t(`adjustment.${adjustment.kind}`)}
        actions={
          <Button component={Link} to={paths.adjustments}>
            {t("adjustment.title")}
          </Button>
        }
      />
      <AdjustmentTable adjustments={[adjustment]} empty={t("adjustment.none")} />
    </>
  );
}
