import Chip from "@mui/material/Chip";

/** Shows the status of owner §4. Confirmed and waiting reservations have a colour. */
export function StatusChip({ status, label }: { status: string; label: string }) {
  const waits = ["invited", "sms_inviting", "email_inviting", "holding"].includes(status);
  const color = status === "confirmed" ? "primary" : waits ? "warning" : "default";
  return <Chip size="small" label={label} color={color} />;
}
