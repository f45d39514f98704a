import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { addDays } from "@seki/shared/civil-time";
import { send, useSession } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { guestNotes } from "../customers/notes/guest-notes";
import { ReservationDialog } from "./ReservationDialog";
import { knownCustomer } from "../bookings/chosen-customer";
import type { UnseatedParty } from "./model";

interface Props {
  customerUid: string;
  /** The current visit, before the new one. */
  visit: { date: string; start_time: string; guests_count: number };
  onDone: () => void;
  /** Called with a day without seats at the requested time, and the party for its waiting list. */
  onWait: (day: Schemas["OwnerDailyCalendarPage"], party: UnseatedParty) => void;
}

/** Days after the visit of the first proposal: the same weekday, four weeks later. */
const LATER = 28;

/** Books the next visit of a guest who leaves: the dialog of a new booking, with the guest chosen, on any day. */
export function NextVisit({ customerUid, visit, onDone, onWait }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
        {t("next_visit.title")}
      </Button>
      {isOpen && (
        <Booking
          customerUid={customerUid}
          visit={visit}
          onClose={() => setOpen(false)}
          onDone={onDone}
          onWait={onWait}
        />
      )}
    </>
  );
}

function Booking({ customerUid, visit, onClose, onDone, onWait }: Props & { onClose: () => void }) {
  const t = useT();
  const { restaurant } = useSession();
  const [date, setDate] = useState(() => laterOf(addDays(visit.date, LATER), restaurant.today));
  const { data: guest, isError: isLost } = useQuery(guestNotes(customerUid));
  const {
    data: fetched,
    isFetching,
    isError,
  } = useQuery({
    queryKey: ["next-visit", date],
    queryFn: async ({ signal }) => {
      const { data } = await send("GET", "/owners/daily_calendars/{date}", { path: { date }, signal });
      return data;
    },
    enabled: date !== "",
    // Seats may have been booked meanwhile.
    staleTime: 0,
    retry: false,
  });
  // The last loaded day stays while another one loads, and if that fails.
  const [kept, setKept] = useState(fetched);
  if (fetched !== undefined && fetched !== kept) setKept(fetched);
  const day = fetched ?? kept;
  if ((isLost && !guest) || (isError && !day)) {
    return (
      <Alert severity="error" onClose={onClose} closeText={t("console.close")}>
        {t("console.fetch_failed")}
      </Alert>
    );
  }
  if (!guest || !day) return <LinearProgress aria-label={t("next_visit.title")} sx={{ flexBasis: "100%" }} />;
  const customer = knownCustomer(guest.customer);
  const asked = `${t("console.guests", { count: visit.guests_count })} ${visit.start_time}`;
  return (
    <ReservationDialog
      open
      calendar={day}
      selection={null}
      guest={customer}
      asked={asked}
      isWaiting={day.date !== date}
      onClose={onClose}
      onDone={onDone}
      onWait={(party) => {
        onClose();
        onWait(day, party);
      }}
    >
      <Box sx={{ px: 3, pt: 1, display: "grid", gap: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>{customer.name || t("reservation_dialog.nameless")}</Typography>
        <TextField
          type="date"
          label={t("next_visit.date")}
          value={date}
          error={isError}
          helperText={isError ? t("console.fetch_failed") : undefined}
          onChange={(event) => setDate(event.target.value)}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: restaurant.today } }}
        />
        {day.is_closed && <Alert severity="warning">{t("next_visit.closed")}</Alert>}
        <Box sx={{ height: 4 }}>{isFetching && <LinearProgress />}</Box>
      </Box>
    </ReservationDialog>
  );
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}
