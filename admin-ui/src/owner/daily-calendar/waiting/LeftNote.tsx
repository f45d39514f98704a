import Alert from "@mui/material/Alert";
import { useT } from "@/owner/i18n/use-t";

/** Says in a dialog that its party is no longer on the list behind it. */
export function LeftNote() {
  const t = useT();
  return (
    <Alert severity="warning" role="alert">
      {t("waiting.left")}
    </Alert>
  );
}
