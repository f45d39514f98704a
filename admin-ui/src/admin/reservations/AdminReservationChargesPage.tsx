import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { AdjustmentTable } from "@/admin/adjustments/AdjustmentTable";
import { correctionOf } from "@/admin/adjustments/form";
import { useAdjustment } from "@/admin/adjustments/use-adjustment";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { ChargeTable } from "./ChargeTable";

/** The payments of a reservation, with manual refunds and corrections. */
export default function AdminReservationChargesPage() {
  const t = useT();
  const data = usePageData<"admin_reservation_charges">();
  const { isAllowed, begin, dialog } = useAdjustment(data.approval_above);
  const { uid, reservation_code: label } = data.reservation;
  return (
    <>
      <PageTitle
        title={`${t("reservation.charges")} ${label}`}
        actions={
          <>
            {isAllowed && data.is_correctable && (
              <Button variant="outlined" onClick={() => begin(correctionOf({ uid, label }))}>
                {t("adjustment.correct_button")}
              </Button>
            )}
            <Button component={Link} to={paths.reservation(uid)}>
              {t("reservation_facts.title")}
            </Button>
          </>
        }
      />
      <ChargeTable charges={data.charges} userUid={data.user_uid} onRefund={isAllowed ? begin : null} />
      <Box component="section" sx={{ mt: 4, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <Typography variant="h2">{t("adjustment.title")}</Typography>
        <AdjustmentTable adjustments={data.adjustments} empty={t("adjustment.none_ever")} />
      </Box>
      {dialog}
    </>
  );
}
