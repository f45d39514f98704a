import Chip from "@mui/material/Chip";

/** The status of owner §4, with a colour for what stands and what waits. */
export function StatusChip({ status, label }: { status: string; label: string }) {
  const waits = ["invited", "sms_inviting", "email_inviting", "holding"].includes(status);
  const color = status === "confirmed" ? "primary" : waits ? "warning" : "default";
  return <Chip size="small" label={label} color={color} />;
}
