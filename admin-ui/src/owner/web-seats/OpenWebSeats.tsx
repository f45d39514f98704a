import Button from "@mui/material/Button";
import { send, showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useNoticedWrite } from "@/console/ui";

interface Props {
  /** Uid of an invitation that ended without a booking. */
  uid: string;
  onOpened: () => void;
}

/** Opens the seats of an ended invitation on the web again, which its end never does (owner §4). */
export function OpenWebSeats({ uid, onOpened }: Props) {
  const t = useT();
  const { busy, write } = useNoticedWrite();
  const open = () =>
    write(async () => {
      const path = { uid };
      const { message } = await send("POST", "/owners/api/invited_reservations/{uid}/web_seats", { path });
      showFlash({ kind: "notice", message, sticky: false });
      onOpened();
    });
  return (
    <Button size="small" loading={busy} onClick={() => void open()}>
      {t("reservations.open_web_seats")}
    </Button>
  );
}
