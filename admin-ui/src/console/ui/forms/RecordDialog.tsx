import type { ReactNode } from "react";
import { useId } from "react";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { Form, useSaveContext } from "ra-core";
import type { RaRecord } from "ra-core";
import { useT } from "@/console/i18n/use-t";
import { FocusFirstInvalid } from "./FocusFirstInvalid";
import { SubmitOnce } from "./SubmitOnce";
import { Dialog } from "../Dialog";
import { useDialogGuard } from "../use-dialog-guard";

interface Props {
  title: string;
  /** The record in the format of its inputs. */
  record?: Partial<RaRecord>;
  /** An error of the form as a whole. */
  problem: string | null;
  /** Whether the user must decide something in the form before it can be saved. */
  disabled?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The form of a record in a dialog, inside react-admin's create or edit. The inputs show the server's rejections. */
export function RecordDialog({ title, record, problem, disabled = false, onClose, children }: Props) {
  const t = useT();
  const id = useId();
  const { close, touch } = useDialogGuard(onClose);
  const { saving = false } = useSaveContext();
  return (
    <Dialog
      open
      onClose={saving ? undefined : close}
      onChange={touch}
      aria-labelledby={id}
      maxWidth="sm"
      fullWidth
      sx={{ "& form": { display: "contents" } }}
    >
      <SubmitOnce>
        <Form noValidate disableInvalidFormNotification {...(record ? { record } : {})}>
          <FocusFirstInvalid />
          <DialogTitle id={id}>{title}</DialogTitle>
          <DialogContent sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2, pt: "8px !important" }}>
            {problem !== null && <Alert severity="error">{problem}</Alert>}
            {children}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose} disabled={saving}>
              {t("console.cancel")}
            </Button>
            <Button type="submit" variant="contained" loading={saving} disabled={disabled}>
              {t("console.save")}
            </Button>
          </DialogActions>
        </Form>
      </SubmitOnce>
    </Dialog>
  );
}
