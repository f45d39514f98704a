import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import Typography from "@mui/material/Typography";
import { useT } from "@/owner/i18n/use-t";
import { canSeat, chosenSeats, hasSeats, seatLimits, withSeat } from "./model";
import type { Detail, InPersonDraft, SeatChoice, SeatGroup } from "./model";
import type { SeatChange } from "./use-seat-choices";

interface Props {
  reservation: Detail;
  draft: InPersonDraft;
  groups: readonly SeatGroup[];
  /** The chosen group. */
  group: SeatGroup;
  isError: boolean;
  change: SeatChange;
}

const LABEL = "seat-field-label";

/** Shows the groups, and the free seats of the chosen one at the time in the form. */
export function SeatField({ reservation, draft, groups, group, isError, change }: Props) {
  const t = useT();
  const { limits, isJoined } = change;
  const chosen = chosenSeats(reservation, draft);
  const isFull = isJoined && chosen.length >= limits.most;
  const canJoin = seatLimits(group, draft.guests, true).most > limits.needed;
  return (
    <>
      {groups.length > 1 && (
        <TextField
          select
          size="small"
          label={t("reservation_pane.seat_group")}
          value={group.uid}
          onChange={(event) => void change.place({ groupUid: event.target.value })}
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
          {group.seats.map((seat) => (
            <Seat
              key={seat.uid}
              seat={seat}
              isChosen={chosen.includes(seat.uid)}
              isFull={isFull}
              onPress={() => change.choose(withSeat(chosen, seat.uid, limits.most))}
            />
          ))}
        </Box>
        {(canJoin || isJoined) && (
          <FormControlLabel
            control={<Switch checked={isJoined} onChange={(_, joins) => change.join(joins)} />}
            label={t("reservation_pane.join_tables")}
          />
        )}
        <SeatCount reservation={reservation} draft={draft} change={change} />
      </Box>
    </>
  );
}

interface SeatProps {
  seat: SeatChoice;
  isChosen: boolean;
  /** Whether the party can have no further seat. */
  isFull: boolean;
  onPress: () => void;
}

function Seat({ seat, isChosen, isFull, onPress }: SeatProps) {
  const t = useT();
  return (
    <ToggleButton
      value={seat.uid}
      size="small"
      color="primary"
      selected={isChosen}
      disabled={!isChosen && (isFull || !seat.is_free)}
      onChange={onPress}
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
}

/** Shows how many seats the party needs and has. */
function SeatCount({ reservation, draft, change }: Pick<Props, "reservation" | "draft" | "change">) {
  const t = useT();
  const { limits, isJoined } = change;
  const { needed } = limits;
  const count = chosenSeats(reservation, draft).length;
  const isAutomatic = draft.seats === null && draft.guests !== reservation.guests_count && count !== needed;
  const isRight = hasSeats(reservation, draft, limits);
  const text = () => {
    if (isAutomatic) return t("reservation_pane.seats_automatic");
    if (isRight && isJoined && count > needed) return t("reservation_pane.tables_joined", { count });
    return t("reservation_pane.seats_needed", { count: needed, chosen: count });
  };
  return (
    <Typography variant="body2" color={isRight ? "text.secondary" : "error"}>
      {text()}
    </Typography>
  );
}

/** Returns the state of a seat. A chosen seat that is taken is shown as taken, since the server will reject it. */
function stateOf(isFree: boolean, isChosen: boolean): "free" | "taken" | "chosen" {
  if (!isFree) return "taken";
  return isChosen ? "chosen" : "free";
}
