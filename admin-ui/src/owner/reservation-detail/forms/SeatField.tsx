import { useEffect } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import ToggleButton from "@mui/material/ToggleButton";
import Typography from "@mui/material/Typography";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { send } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { withSeat } from "./model";
import type { Detail, InPersonDraft } from "./model";

interface Props {
  reservation: Detail;
  draft: InPersonDraft;
  /** Number of seats that a party of this size needs. */
  needed: number;
  /** A rejected seat. The free seats are read again after it changes. */
  refusal: string | null;
  onChange: (seats: string[]) => void;
}

const LABEL = "seat-field-label";

/** Shows the party's seats, and the free seats of its group at the time in the form. */
export function SeatField({ reservation, draft, needed, refusal, onChange }: Props) {
  const t = useT();
  const { uid, inventory_items: own } = reservation;
  const { date, startTime, endTime } = draft;
  const { data, isError, refetch } = useQuery({
    queryKey: ["reservation-seats", uid, date, startTime, endTime],
    queryFn: ({ signal }) => {
      const query = { starts_at: `${date}T${startTime}`, ends_at: `${date}T${endTime}` };
      return send("GET", "/owners/api/offline_reservations/{uid}/seats", { path: { uid }, query, signal });
    },
    enabled: date !== "" && startTime < endTime,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  useEffect(() => {
    if (refusal !== null) void refetch();
  }, [refusal, refetch]);

  const chosen = draft.seats ?? own.map((item) => item.uid);
  const isAutomatic = draft.seats === null && chosen.length !== needed;
  return (
    <Box role="group" aria-labelledby={LABEL} sx={{ display: "grid", gap: 1 }}>
      <Typography id={LABEL} variant="body2" sx={{ fontWeight: 600 }}>
        {t("reservation_pane.seats")}
      </Typography>
      {isError && <Alert severity="error">{t("reservation_pane.fetch_failed")}</Alert>}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {data?.data.map((seat) => {
          const isChosen = chosen.includes(seat.uid);
          return (
            <ToggleButton
              key={seat.uid}
              value={seat.uid}
              size="small"
              color="primary"
              selected={isChosen}
              disabled={!seat.is_free && !isChosen}
              onChange={() => onChange(withSeat(chosen, seat.uid, needed))}
              sx={{
                flexDirection: "column",
                minWidth: 60,
                textTransform: "none",
                lineHeight: 1.3,
                "&.Mui-selected": { bgcolor: "primary.main", color: "primary.contrastText" },
                "&.Mui-selected:hover": { bgcolor: "primary.dark" },
              }}
            >
              <span>{seat.label}</span>{" "}
              <Typography component="span" variant="caption">
                {t(`reservation_pane.seat_${stateOf(seat.is_free, isChosen)}`)}
              </Typography>
            </ToggleButton>
          );
        })}
      </Box>
      <Typography variant="body2" color={isAutomatic || chosen.length === needed ? "text.secondary" : "error"}>
        {isAutomatic
          ? t("reservation_pane.seats_automatic")
          : t("reservation_pane.seats_needed", { count: needed, chosen: chosen.length })}
      </Typography>
    </Box>
  );
}

/** Returns the state of a seat. A chosen seat that is taken is shown as taken, since the server will reject it. */
function stateOf(isFree: boolean, isChosen: boolean): "free" | "taken" | "chosen" {
  if (!isFree) return "taken";
  return isChosen ? "chosen" : "free";
}
