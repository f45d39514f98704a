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
import { paths, usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";

/** The payments of a reservation, for an admin to read. */
export default function AdminReservationChargesPage() {
  const t = useT();
  const data = usePageData<"admin_reservation_charges">();
  const yen = (amount: number) => t("console.yen", { amount: amount.toLocaleString("ja-JP") });
  return (
    <>
      <PageTitle
        title={`${t("reservation.charges")} ${data.reservation.reservation_code}`}
        actions={
          <Button component={Link} to={paths.reservation(data.reservation.uid)}>
            {t("reservation_facts.title")}
          </Button>
        }
      />
      {data.charges.length === 0 ? (
        <Typography>{t("reservation.none")}</Typography>
      ) : (
        <TableContainer component={Paper} variant="outlined">
          <Table size="small" sx={{ whiteSpace: "nowrap" }}>
            <TableHead>
              <TableRow>
                <TableCell>{t("reservation.charge")}</TableCell>
                <TableCell align="right">{t("reservation.amount")}</TableCell>
                <TableCell align="right">{t("reservation.refunded")}</TableCell>
                <TableCell>{t("reservation_facts.status_label")}</TableCell>
                <TableCell>{t("reservation.provider")}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {data.charges.map((charge) => (
                <TableRow key={charge.gateway_fid ?? charge.kind}>
                  <TableCell>{charge.label}</TableCell>
                  <TableCell align="right">{yen(charge.amount)}</TableCell>
                  <TableCell align="right">{yen(charge.refunded_amount)}</TableCell>
                  <TableCell>{t(`reservation.state.${charge.status}`)}</TableCell>
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
