import Box from "@mui/material/Box";
import Pagination from "@mui/material/Pagination";
import PaginationItem from "@mui/material/PaginationItem";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { Link, useNavigate } from "react-router";
import { useT } from "@/i18n/use-t";
import { paths, usePage } from "@/navigation";
import { PageTitle } from "@/ui";

function addressOf(month: string, page = 1): string {
  return `${paths.invoices}?selected_month=${month}&page=${page}`;
}

/** What the platform charged the restaurant, month by month. */
export default function OwnerChargeInvoicesPage() {
  const t = useT();
  const navigate = useNavigate();
  const { data } = usePage<"owner_charge_invoices">();
  const { invoices, months, current_page, total_pages } = data;
  const selected = data.selected_month ?? "";
  const named = (month: string) =>
    t("invoices.month", { year: month.slice(0, 4), month: String(Number(month.slice(5))) });
  return (
    <>
      <PageTitle title={t("invoices.title")} />
      <TextField
        select
        size="small"
        label={t("invoices.period")}
        value={selected}
        onChange={(event) => void navigate(addressOf(event.target.value))}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        sx={{ mb: 2, minWidth: 200 }}
      >
        <option value="">{t("invoices.all")}</option>
        {months.map((month) => (
          <option key={month} value={month}>
            {named(month)}
          </option>
        ))}
        {selected !== "" && !months.includes(selected) && <option value={selected}>{named(selected)}</option>}
      </TextField>
      {invoices.length === 0 ? (
        <Typography color="text.secondary" sx={{ py: 4, textAlign: "center" }}>
          {t("invoices.none")}
        </Typography>
      ) : (
        <TableContainer component={Paper} variant="outlined" tabIndex={0} sx={{ maxWidth: 800 }}>
          <Table size="small" aria-label={t("invoices.title")} sx={{ "& th, & td": { whiteSpace: "nowrap" } }}>
            <TableHead>
              <TableRow>
                <TableCell>{t("invoices.columns.month")}</TableCell>
                <TableCell align="right">{t("invoices.columns.count")}</TableCell>
                <TableCell align="right">{t("invoices.columns.amount")}</TableCell>
                <TableCell>{t("invoices.columns.status")}</TableCell>
                <TableCell>{t("invoices.columns.issued")}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {invoices.map(({ id, month, reservations_count, amount, status, issued_at }) => (
                <TableRow key={id}>
                  <TableCell component="th" scope="row" sx={{ whiteSpace: "nowrap" }}>
                    {named(month)}
                  </TableCell>
                  <TableCell align="right">{t("invoices.reservations", { count: reservations_count })}</TableCell>
                  <TableCell align="right" sx={{ whiteSpace: "nowrap" }}>
                    {t("console.yen", { amount: amount.toLocaleString("ja-JP") })}
                  </TableCell>
                  <TableCell sx={{ whiteSpace: "nowrap" }}>
                    {t(`invoices.status.${status as "issued" | "paid"}`)}
                  </TableCell>
                  <TableCell>{issued_at.slice(0, 10).replaceAll("-", "/")}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {total_pages > 1 && (
        <Box sx={{ display: "flex", justifyContent: "center", mt: 2 }}>
          <Pagination
            count={total_pages}
            page={current_page}
            aria-label={t("invoices.pages")}
            renderItem={(item) => (
              <PaginationItem component={Link} to={addressOf(selected, item.page ?? 1)} {...item} />
            )}
          />
        </Box>
      )}
    </>
  );
}
