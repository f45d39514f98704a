import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import { Link } from "react-router";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { AdminReservationFacts } from "./AdminReservationFacts";
import { CancelRequestPane } from "./CancelRequestPane";
import { NoShowFeePane } from "./NoShowFeePane";

/** A reservation of any restaurant, read-only. */
export default function AdminReservationPage() {
  const t = useT();
  const data = usePageData<"admin_reservation">();
  const { payment_dispute: dispute, lost_amount: lost } = data;
  return (
    <>
      <PageTitle
        title={t("reservation_facts.title")}
        actions={
          <Button component={Link} to={paths.charges(data.reservation.uid)}>
            {t("reservation.charges")}
          </Button>
        }
      />
      {dispute !== null && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {dispute === "open" ? t("disputes.on_reservation") : t(`disputes.state.${dispute}`)}
          {lost > 0 && ` (${t("disputes.lost_amount", { amount: yen(lost) })})`}
        </Alert>
      )}
      <Paper variant="outlined" sx={{ p: 3 }}>
        <Box>
          <AdminReservationFacts reservation={data.reservation} />
        </Box>
      </Paper>
      {data.no_show_fee && <NoShowFeePane fee={data.no_show_fee} />}
      {data.cancel_requests.map((request) => (
        <CancelRequestPane key={request.uid} request={request} />
      ))}
    </>
  );
}
