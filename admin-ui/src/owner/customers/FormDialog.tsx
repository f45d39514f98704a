import type { ReactNode } from "react";
import { useId } from "react";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useT } from "@/owner/i18n/use-t";
import { RefusalAlert } from "./Refusal";
import type { Refusal } from "./Refusal";

interface Props {
  title: string;
  submit: string;
  busy: boolean;
  disabled?: boolean;
  /** What went wrong with the form as a whole. */
  problem?: Refusal | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: sent by its button or by Enter, full screen on a telephone's. */
export function FormDialog({
  title,
  submit,
  busy,
  disabled = false,
  problem = null,
  onSubmit,
  onClose,
  children,
}: Props) {
  const t = useT();
  const id = useId();
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may stand in another form's tree.
          event.stopPropagation();
          if (!busy && !disabled) onSubmit();
        }}
        style={{ display: "contents" }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2, pt: "8px !important" }}>
          {problem !== null && <RefusalAlert refusal={problem} />}
          {children}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            {t("console.cancel")}
          </Button>
          <Button type="submit" variant="contained" loading={busy} disabled={disabled}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
