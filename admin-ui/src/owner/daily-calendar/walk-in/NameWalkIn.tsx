import { useState } from "react";
import PersonAddIcon from "@mui/icons-material/PersonAdd";
import Button from "@mui/material/Button";
import { send } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useChange } from "../../reservation-detail/forms/use-change";
import { Writers } from "../../rights";
import { CustomerDialog } from "../lazy-parts";

interface Props {
  uid: string;
  onDone: () => void;
}

/** Adds a name to a party that was seated without one. */
export function NameWalkIn({ uid, onDone }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { change, problem } = useChange(() => {
    setOpen(false);
    onDone();
  });
  const choose = (customer_uid: string, name: string) =>
    change(async () => {
      await send("PUT", "/owners/api/walk_ins/{uid}/customer", { path: { uid }, body: { customer_uid } });
      return t("walk_in.named", { name });
    });
  return (
    <Writers of="floor">
      <Button variant="outlined" startIcon={<PersonAddIcon />} onClick={() => setOpen(true)}>
        {t("walk_in.name")}
      </Button>
      {isOpen && (
        <CustomerDialog
          title={t("walk_in.name")}
          problem={problem}
          onClose={() => setOpen(false)}
          onChoose={(customer) => void choose(customer.uid, customer.name)}
        />
      )}
    </Writers>
  );
}
