import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant, usePageData } from "@/admin/navigation";
import { AppLink, PageTitle } from "@/console/ui";

/** What restaurants ask to cancel without a fee. A request is decided on where its reservation is shown. */
export default function AdminCancelRequestsPage() {
  const t = useT();
  const instant = useInstant();
  const { is_all, requests } = usePageData<"admin_cancel_requests">();
  return (
    <>
      <PageTitle
        title={t("cancel_requests.title")}
        actions={
          <Button component={Link} to={is_all ? paths.cancelRequests : `${paths.cancelRequests}?all=1`}>
            {t(is_all ? "cancel_requests.only_waiting" : "cancel_requests.all")}
          </Button>
        }
      />
      {requests.length === 0 ? (
        <Typography role="status">{t("cancel_requests.none")}</Typography>
      ) : (
        <TableContainer component={Paper} variant="outlined">
          <Table size="small" sx={{ whiteSpace: "nowrap" }} aria-label={t("cancel_requests.title")}>
            <TableHead>
              <TableRow>
                <TableCell>{t("cancel_requests.reservation")}</TableCell>
                <TableCell>{t("cancel_requests.restaurant")}</TableCell>
                <TableCell>{t("cancel_requests.visit")}</TableCell>
                <TableCell>{t("cancel_requests.reason")}</TableCell>
                <TableCell>{t("cancel_requests.filed")}</TableCell>
                <TableCell>{t("cancel_requests.state")}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {requests.map((request) => (
                <TableRow key={request.uid}>
                  <TableCell>
                    <AppLink to={paths.reservation(request.reservation_uid)}>{request.reservation_code}</AppLink>
                  </TableCell>
                  <TableCell>{request.restaurant_slug}</TableCell>
                  <TableCell>{`${request.display_time} ${t("cancel_requests.guests", { count: request.guests_count })}`}</TableCell>
                  <TableCell>{t(`cancel_requests.cause.${request.reason}`)}</TableCell>
                  <TableCell>{instant(request.created_at)}</TableCell>
                  <TableCell>{t(`cancel_requests.status.${request.status as "pending"}`)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </>
  );
}
