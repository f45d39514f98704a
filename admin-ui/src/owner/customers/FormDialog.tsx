import type { ReactNode } from "react";
import { useId, useRef, useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { Dialog, useDialogGuard, useFocusFirstInvalid } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";
import { RefusalAlert } from "./Refusal";
import type { Refusal } from "./Refusal";

interface Props {
  title: string;
  submit: string;
  busy: boolean;
  disabled?: boolean;
  /** Error of the form as a whole. */
  problem?: Refusal | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Scrolls an error into view, however far the form was scrolled. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

/** A form in a dialog, sent by its button or by the Enter key; full screen on a phone. */
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
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  // No field is invalid while the form is being sent.
  useFocusFirstInvalid(form, busy ? 0 : attempts);
  const { close, touch } = useDialogGuard(onClose);
  return (
    <Dialog open onClose={busy ? undefined : close} onChange={touch} aria-labelledby={id} maxWidth="sm" fullWidth>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React bubbles the event to a form around the dialog.
          event.stopPropagation();
          if (busy || disabled) return;
          setAttempts(attempts + 1);
          onSubmit();
        }}
        style={{ display: "contents" }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2, pt: "8px !important" }}>
          {problem !== null && (
            <Box ref={intoView}>
              <RefusalAlert refusal={problem} />
            </Box>
          )}
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
