import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import type { ReactNode } from "react";
import { useT } from "@/admin/i18n/use-t";

interface Props {
  refusal: string[];
  busy: boolean;
  disabled: boolean;
  /** Label of the save button; "Save" by default. */
  label?: string;
  /** A further button before it. */
  extra?: ReactNode;
  onClose: () => void;
  onSave: () => void;
}

/** The foot of a modal: the reason of a rejection, and the buttons. */
export function ModalActions({ refusal, busy, disabled, label, extra, onClose, onSave }: Props) {
  const t = useT();
  return (
    <>
      {refusal.length > 0 && (
        <Alert severity="error" role="alert" sx={{ mx: 3, mt: 2 }}>
          {refusal.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      )}
      <DialogActions sx={{ flexWrap: "wrap" }}>
        <Button onClick={onClose}>{t("console.cancel")}</Button>
        {extra}
        <Button variant="contained" disabled={disabled} loading={busy} onClick={onSave}>
          {label ?? t("refills.save")}
        </Button>
      </DialogActions>
    </>
  );
}
