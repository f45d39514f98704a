import Chip from "@mui/material/Chip";
import { useT } from "@/owner/i18n/use-t";
import type { ChosenCustomer } from "../bookings/chosen-customer";

/** Shows the facts that staff must know before the customer is seated. */
export function CustomerFlags({ customer }: { customer: ChosenCustomer }) {
  const t = useT();
  return (
    <>
      {customer.hasAllergy && <Chip size="small" color="warning" label={t("reservation_dialog.allergy")} />}
      {customer.isBlacklisted && <Chip size="small" color="error" label={t("reservation_dialog.blacklisted")} />}
    </>
  );
}
