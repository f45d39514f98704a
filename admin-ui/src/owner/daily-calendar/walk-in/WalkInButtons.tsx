import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import ButtonGroup from "@mui/material/ButtonGroup";
import { send, timeLimit } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useUndo } from "@/console/ui";
import { useChange, useLateChange } from "../../reservation-detail/forms/use-change";
import { guestOptions } from "../../reservation-dialog/model";
import type { Chosen } from "../model/selection";
import { useWalkIn } from "./use-walk-in";

interface Props {
  chosen: Chosen;
  /** Called after the party was seated. The day must be read again. */
  onDone: () => void;
}

/** Version of a reservation whose place has not changed yet. */
const NEW = 0;

/** Seats a walk-in at the chosen seats now, with one button for each party size that fills them. */
export function WalkInButtons({ chosen, onDone }: Props) {
  const t = useT();
  const { offer } = useUndo();
  const { change, isBusy, problem } = useChange(onDone);
  const undoing = useLateChange(onDone);
  const seatNow = useWalkIn(chosen);
  // A party that a colleague has moved meanwhile stays.
  const leave = (uid: string) =>
    undoing(async () => {
      const call = { path: { uid }, query: { expected_version: NEW }, signal: timeLimit() };
      await send("DELETE", "/owners/api/offline_reservations/{uid}", call);
      return t("walk_in.undone");
    });
  const seat = (guests: number) =>
    change(async () => {
      const seated = await seatNow(guests);
      if (seated) offer({ message: seated.message, undo: () => leave(seated.uid) });
      return null;
    });
  return (
    <>
      <ButtonGroup variant="outlined" disabled={isBusy} aria-label={t("walk_in.title")}>
        {guestOptions(chosen).map((count) => (
          <Button key={count} onClick={() => void seat(count)}>
            {t("walk_in.seat", { count })}
          </Button>
        ))}
      </ButtonGroup>
      {problem && (
        <Alert severity="error" sx={{ flexBasis: "100%" }}>
          {problem}
        </Alert>
      )}
    </>
  );
}
