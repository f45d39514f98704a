import { useId } from "react";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useT } from "@/owner/i18n/use-t";
import { Dialog } from "@/console/ui";
import { LeftNote } from "./LeftNote";

interface Props {
  time: string;
  until: string;
  hasLeft: boolean;
  onClose: () => void;
  onRemove: (withdraws: boolean) => void;
}

/** Confirms the removal of a party with an open invitation, which stays valid unless it is withdrawn too. */
export function RemoveOffered({ time, until, hasLeft, onClose, onRemove }: Props) {
  const t = useT();
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      maxWidth="xs"
    >
      <DialogTitle id={id}>{t("waiting.remove_title")}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2 }}>
        {hasLeft && <LeftNote />}
        <DialogContentText id={`${id}-text`} color="text.primary">
          {t("waiting.remove_text", { time, until })}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: "wrap" }}>
        <Button onClick={onClose}>{t("console.cancel")}</Button>
        <Button onClick={() => onRemove(false)}>{t("waiting.remove_only")}</Button>
        <Button variant="contained" color="secondary" onClick={() => onRemove(true)}>
          {t("waiting.withdraw")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
