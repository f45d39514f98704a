import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useT } from "@/owner/i18n/use-t";

interface Props {
  isUnsaved: boolean;
  onDiscard: () => void;
}

/** Warns that a form has unsaved input, and can discard it. */
export function UnsavedNote({ isUnsaved, onDiscard }: Props) {
  const t = useT();
  if (!isUnsaved) return null;
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={onDiscard}>
          {t("drafts.discard")}
        </Button>
      }
    >
      {t("drafts.unsaved")}
    </Alert>
  );
}
