import { useState } from "react";
import PersonAddIcon from "@mui/icons-material/PersonAdd";
import Button from "@mui/material/Button";
import { send, timeLimit } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useUndo } from "@/console/ui";
import { useChange, useLateChange } from "../../reservation-detail/forms/use-change";
import { Writers } from "../../rights";
import { CustomerDialog } from "../lazy-parts";

interface Props {
  reservation: Pick<Schemas["ReservationDetail"], "uid" | "customer_uid" | "is_walk_in">;
  onDone: () => void;
}

/** Sets or replaces the guest of an in-person reservation, and removes the guest of a walk-in. Both can be undone. */
export function ChooseGuest({ reservation: { uid, customer_uid: own, is_walk_in: isWalkIn }, onDone }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { offer } = useUndo();
  const { change, problem } = useChange(() => {
    setOpen(false);
    onDone();
  });
  const removal = useLateChange(onDone);
  const restoring = useLateChange(onDone);
  const put = (customer_uid: string | null, expected_customer_uid: string | null) => {
    const body = { customer_uid, expected_customer_uid };
    return send("PUT", "/owners/api/walk_ins/{uid}/customer", { path: { uid }, body, signal: timeLimit() });
  };
  /** Sends the choice and offers its undo. Resolves to no message: the offer has it. */
  const set = async (wanted: string | null, message: string): Promise<null> => {
    await put(wanted, own);
    const undo = () =>
      restoring(async () => {
        await put(own, wanted);
        return t("walk_in.guest_restored");
      });
    offer({ message, undo });
    return null;
  };
  const title = t(own === null ? "walk_in.name" : "walk_in.change");
  return (
    <Writers of="floor">
      <Button variant="outlined" startIcon={<PersonAddIcon />} onClick={() => setOpen(true)}>
        {title}
      </Button>
      {isWalkIn && own !== null && (
        <Button color="secondary" onClick={() => void removal(() => set(null, t("walk_in.guest_removed")))}>
          {t("walk_in.remove")}
        </Button>
      )}
      {isOpen && (
        <CustomerDialog
          title={title}
          problem={problem}
          onClose={() => setOpen(false)}
          onChoose={(guest) => void change(() => set(guest.uid, t("walk_in.named", { name: guest.name })))}
        />
      )}
    </Writers>
  );
}
