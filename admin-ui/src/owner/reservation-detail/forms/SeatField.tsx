import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import Typography from "@mui/material/Typography";
import { useT } from "@/owner/i18n/use-t";
import { canSeat, seatsNeeded, withSeat } from "./model";
import type { Detail, InPersonDraft, SeatGroup } from "./model";

interface Props {
  reservation: Detail;
  draft: InPersonDraft;
  groups: readonly SeatGroup[];
  /** The chosen group. */
  group: SeatGroup;
  isError: boolean;
  onGroup: (uid: string) => void;
  onChange: (seats: string[]) => void;
}

const LABEL = "seat-field-label";

/** Shows the groups, and the free seats of the chosen one at the time in the form. */
export function SeatField({ reservation, draft, groups, group, isError, onGroup, onChange }: Props) {
  const t = useT();
  const needed = seatsNeeded(group, draft.guests);
  const chosen = draft.seats ?? reservation.inventory_items.map((item) => item.uid);
  const isAutomatic = draft.seats === null && chosen.length !== needed;
  return (
    <>
      {groups.length > 1 && (
        <TextField
          select
          size="small"
          label={t("reservation_pane.seat_group")}
          value={group.uid}
          onChange={(event) => onGroup(event.target.value)}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {groups.map((other) => (
            <option key={other.uid} value={other.uid} disabled={!canSeat(other, draft.guests)}>
              {other.title}
            </option>
          ))}
        </TextField>
      )}
      <Box role="group" aria-labelledby={LABEL} sx={{ display: "grid", gap: 1 }}>
        <Typography id={LABEL} variant="body2" sx={{ fontWeight: 600 }}>
          {t("reservation_pane.seats")}
        </Typography>
        {isError && <Alert severity="error">{t("reservation_pane.fetch_failed")}</Alert>}
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          {group.seats.map((seat) => {
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
    </>
  );
}

/** Returns the state of a seat. A chosen seat that is taken is shown as taken, since the server will reject it. */
function stateOf(isFree: boolean, isChosen: boolean): "free" | "taken" | "chosen" {
  if (!isFree) return "taken";
  return isChosen ? "chosen" : "free";
}
