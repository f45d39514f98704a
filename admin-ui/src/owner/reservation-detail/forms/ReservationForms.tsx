import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { send, timeLimit } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { useAsk } from "@/console/ui";
import { InPersonForm } from "./InPersonForm";
import { NotesForm } from "./NotesForm";
import { canRequestCancellation, isInvited, whatOf } from "./model";
import type { Detail } from "./model";
import { useChange } from "./use-change";
import { Writers } from "../../rights";

interface Props {
  reservation: Detail;
  customerGroups: readonly Schemas["CustomerGroupChoice"][];
  /** Called before an update is sent. If it throws, nothing is sent. */
  beforeUpdate?: () => Promise<void>;
  /** Called after a change. The shown data must be read again. */
  onDone: () => void;
}

/** Shows the actions for a reservation by its type (owner §2, §7). A diner's hold has none. */
export function ReservationForms({ reservation, customerGroups, beforeUpdate, onDone }: Props) {
  const t = useT();
  if (reservation.is_holding) return null;
  // A form keeps the input of staff, whatever the server sends meanwhile.
  const key = reservation.uid;
  const isOpenInPerson = reservation.type === "offline_reservation" && reservation.status === "accepted";
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {isInvited(reservation) && <Invitation reservation={reservation} onDone={onDone} />}
      {isOpenInPerson ? (
        <InPersonForm key={key} reservation={reservation} beforeUpdate={beforeUpdate} onDone={onDone} />
      ) : (
        <NotesForm
          key={key}
          reservation={reservation}
          customerGroups={customerGroups}
          beforeUpdate={beforeUpdate}
          onDone={onDone}
        />
      )}
      {canRequestCancellation(reservation) && (
        <Box>
          <Writers of="floor">
            <Button color="secondary" component={Link} to={paths.newCancelRequest(reservation.uid)}>
              {t("reservation.cancel_request")}
            </Button>
          </Writers>
        </Box>
      )}
    </Box>
  );
}

/** Withdraws an unanswered invitation, or accepts or rejects a request for fewer guests. */
function Invitation({ reservation, onDone }: Pick<Props, "reservation" | "onDone">) {
  const t = useT();
  const ask = useAsk();
  const { change, isBusy, problem } = useChange(onDone);
  const path = { uid: reservation.uid };
  const withdraw = async () => {
    const isSure = await ask({
      title: t("reservation_pane.withdraw_title"),
      text: t("reservation_pane.withdraw_text", { what: whatOf(reservation, t) }),
      agree: t("reservation_pane.withdraw"),
      danger: true,
    });
    if (!isSure) return;
    await change(async () => {
      const call = { path, signal: timeLimit() };
      const { message } = await send("DELETE", "/owners/api/invited_reservations/{uid}", call);
      return message;
    });
  };
  const decide = (granted: boolean) =>
    change(async () => {
      const body = { granted };
      await send("PATCH", "/owners/api/invited_reservations/{uid}/guest_count_request", { path, body });
      return t("reservation_pane.decided");
    });
  return (
    <>
      {problem && <Alert severity="error">{problem}</Alert>}
      {reservation.requested_guests_count !== null && (
        <Alert severity="info">
          {t("reservation_pane.fewer", {
            count: t("console.guests", { count: reservation.requested_guests_count }),
          })}
          <Writers of="floor">
            <Box sx={{ display: "flex", gap: 1, mt: 1 }}>
              <Button size="small" variant="contained" loading={isBusy} onClick={() => void decide(true)}>
                {t("reservation_pane.grant")}
              </Button>
              <Button size="small" loading={isBusy} onClick={() => void decide(false)}>
                {t("reservation_pane.refuse")}
              </Button>
            </Box>
          </Writers>
        </Alert>
      )}
      {reservation.status === "pending" && (
        <Box>
          <Writers of="floor">
            <Button variant="outlined" color="secondary" loading={isBusy} onClick={() => void withdraw()}>
              {t("reservation_pane.withdraw")}
            </Button>
          </Writers>
        </Box>
      )}
    </>
  );
}
