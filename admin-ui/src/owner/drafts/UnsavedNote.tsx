import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useT } from "@/owner/i18n/use-t";

interface Props {
  isUnsaved: boolean;
  onDiscard: () => void;
}

/** Says that a form shows what is not saved, and shows what is saved instead if one wishes. */
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
