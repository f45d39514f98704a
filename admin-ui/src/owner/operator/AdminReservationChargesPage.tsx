import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { Link, useLoaderData } from "react-router";
import type { PageData } from "@/api";
import { useT } from "@/i18n/use-t";
import { paths } from "@/navigation";
import { PageTitle } from "@/ui";

/** The payments of a reservation, for the operator to read. */
export default function AdminReservationChargesPage() {
  const t = useT();
  const { data } = useLoaderData<{ data: PageData["admin_reservation_charges"] }>();
  const yen = (amount: number) => t("console.yen", { amount: amount.toLocaleString("ja-JP") });
  return (
    <>
      <PageTitle
        title={`${t("admin_reservation.charges")} ${data.reservation.reservation_code}`}
        actions={
          <Button component={Link} to={paths.adminReservation(data.reservation.uid)}>
            {t("reservation.title")}
          </Button>
        }
      />
      {data.charges.length === 0 ? (
        <Typography>{t("admin_reservation.none")}</Typography>
      ) : (
        <TableContainer component={Paper} variant="outlined">
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>{t("admin_reservation.charge")}</TableCell>
                <TableCell align="right">{t("admin_reservation.amount")}</TableCell>
                <TableCell align="right">{t("admin_reservation.refunded")}</TableCell>
                <TableCell>{t("reservations.status_label")}</TableCell>
                <TableCell>{t("admin_reservation.provider")}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {data.charges.map((charge) => (
                <TableRow key={charge.gateway_fid ?? charge.kind}>
                  <TableCell>{charge.label}</TableCell>
                  <TableCell align="right">{yen(charge.amount)}</TableCell>
                  <TableCell align="right">{yen(charge.refunded_amount)}</TableCell>
                  <TableCell>{t(`admin_reservation.state.${charge.status}`)}</TableCell>
                  <TableCell>{charge.gateway_fid}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </>
  );
}
