import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import { useT } from "@/owner/i18n/use-t";
import { seatKeyOf, seatsTextOf } from "./model";
import type { Seat } from "./model";

interface Props {
  /** HH:mm of the day. */
  times: readonly string[];
  time: string;
  onTime: (time: string) => void;
  proposals: readonly Seat[];
  /** The chosen seats; null if none are free. */
  shown: Seat | null;
  isSettled: boolean;
  onSeat: (seat: Seat) => void;
}

/** The start and the free seats of an offer. */
export function SeatFields({ times, time, onTime, proposals, shown, isSettled, onSeat }: Props) {
  const t = useT();
  const native = { select: { native: true }, inputLabel: { shrink: true } };
  const isFull = shown === null && isSettled;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "1fr 2fr" } }}>
      <TextField
        select
        label={t("reservations.start")}
        value={time}
        onChange={({ target }) => onTime(target.value)}
        helperText={shown && `${shown.start_time}–${shown.end_time}`}
        slotProps={native}
      >
        {times.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </TextField>
      <TextField
        select
        label={t("pane.seats")}
        value={shown === null ? "" : seatKeyOf(shown)}
        onChange={({ target }) => {
          const seat = proposals.find((each) => seatKeyOf(each) === target.value);
          if (seat) onSeat(seat);
        }}
        error={isFull}
        helperText={isFull && t("waiting.full")}
        slotProps={native}
      >
        {shown === null && <option value="">–</option>}
        {proposals.map((seat) => (
          <option key={seatKeyOf(seat)} value={seatKeyOf(seat)}>
            {seatsTextOf(seat, t)}
          </option>
        ))}
      </TextField>
    </Box>
  );
}
