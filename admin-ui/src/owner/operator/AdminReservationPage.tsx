import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import { Link, useLoaderData } from "react-router";
import type { PageData } from "@/api";
import { useT } from "@/i18n/use-t";
import { paths } from "@/navigation";
import { PageTitle } from "@/ui";
import { AdminReservationFacts } from "./AdminReservationFacts";

/** A reservation of any restaurant, for the operator to read. */
export default function AdminReservationPage() {
  const t = useT();
  const { data } = useLoaderData<{ data: PageData["admin_reservation"] }>();
  return (
    <>
      <PageTitle
        title={t("reservation.title")}
        actions={
          <Button component={Link} to={paths.adminCharges(data.reservation.uid)}>
            {t("admin_reservation.charges")}
          </Button>
        }
      />
      <Paper variant="outlined" sx={{ p: 3 }}>
        <Box>
          <AdminReservationFacts reservation={data.reservation} />
        </Box>
      </Paper>
    </>
  );
}
