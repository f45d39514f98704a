import { useState } from "react";
import EditIcon from "@mui/icons-material/Edit";
import EventSeatIcon from "@mui/icons-material/EventSeat";
import MergeIcon from "@mui/icons-material/Merge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useNavigate } from "react-router";
import { mayExport, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { AppLink, PageTitle } from "@/console/ui";
import { EditCustomerDialog } from "./EditCustomerDialog";
import { ExportButton } from "./ExportButton";
import { GuestCard } from "./GuestCard";
import { MergeDialog } from "./MergeDialog";
import { MergedRecords } from "./MergedRecords";
import { VisitHistory } from "./VisitHistory";
import { requestBooking } from "../bookings/booking-request";
import { knownCustomer } from "../bookings/chosen-customer";
import { Writers } from "../rights";

/** The page of one customer: guest card and history. */
export default function OwnerCustomerPage() {
  const t = useT();
  const { data, reload } = usePage<"owner_customer">();
  const { customer, groups, visits, merges } = data;
  const { role, restaurant } = useSession();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"edit" | "merge" | null>(null);
  const done = () => {
    setOpen(null);
    return reload();
  };
  /** Opens today's page with the search for seats, from which any other day can be reached. */
  const book = () => {
    requestBooking({ date: restaurant.today, asked: "", guest: knownCustomer(customer) });
    void navigate(paths.day(restaurant.today));
  };
  return (
    <>
      <AppLink to={paths.customers} sx={{ display: "inline-block", mb: 1 }}>
        {t("customer.back")}
      </AppLink>
      <PageTitle
        title={t("customer.title", { name: customer.display_fullname })}
        actions={
          <>
            <Writers of="floor">
              <Button startIcon={<EventSeatIcon />} variant="outlined" onClick={book}>
                {t("customer.book")}
              </Button>
            </Writers>
            {mayExport(role) && <ExportButton uid={customer.uid} />}
            <Writers of="floor">
              <Button startIcon={<MergeIcon />} variant="outlined" onClick={() => setOpen("merge")}>
                {t("customer.merge")}
              </Button>
            </Writers>
            <Writers of="floor">
              <Button startIcon={<EditIcon />} variant="contained" onClick={() => setOpen("edit")}>
                {t("customer.edit")}
              </Button>
            </Writers>
          </>
        }
      />
      <Box
        sx={{
          display: "grid",
          gap: 3,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(320px, 420px) minmax(0, 1fr)" },
          alignItems: "start",
        }}
      >
        <Box sx={{ display: "grid", gap: 3, gridTemplateColumns: "minmax(0, 1fr)" }}>
          <GuestCard data={data} onChanged={done} />
          <MergedRecords merges={merges} primary={customer.display_fullname} onChanged={done} />
        </Box>
        <VisitHistory visits={visits} onChanged={done} />
      </Box>
      {open === "edit" && (
        <EditCustomerDialog
          customer={customer}
          groups={groups}
          onClose={() => setOpen(null)}
          onSaved={() => void done()}
          onOvertaken={() => void reload()}
        />
      )}
      {open === "merge" && (
        <MergeDialog customer={customer} onClose={() => setOpen(null)} onMerged={() => void done()} />
      )}
    </>
  );
}
