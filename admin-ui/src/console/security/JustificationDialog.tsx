import { useRef, useState } from "react";
import type { ReactNode, SyntheticEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import { useT } from "@/console/i18n/use-t";
import { FormModal, useFocusFirstInvalid, useWrite } from "@/console/ui";
import { JustificationFields } from "./JustificationFields";
import { EMPTY_JUSTIFICATION, isCompleteJustification, justificationBody } from "./justification";
import type { Justification } from "./justification";

interface Props {
  title: string;
  /** The effect of the action. */
  text: ReactNode;
  /** Label of the confirming button. */
  agree: string;
  onClose: () => void;
  /** Acts, and closes the dialog. A rejection that it throws is shown, and the dialog stays. */
  onConfirm: (justification: Justification) => Promise<void>;
}

/** Asks for the reason of a privileged action and for a proof of identity. */
export function JustificationDialog({ title, text, agree, onClose, onConfirm }: Props) {
  const t = useT();
  const [form, setForm] = useState(EMPTY_JUSTIFICATION);
  const { busy, problem, fields, attempt, write } = useWrite();
  const around = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(around, attempt);
  const confirm = (event: SyntheticEvent) => {
    event.preventDefault();
    void write(() => onConfirm(justificationBody(form)));
  };
  return (
    <FormModal title={title} about={null} onClose={onClose}>
      <Box component="form" ref={around} onSubmit={confirm} sx={{ display: "contents" }}>
        <DialogContent sx={{ display: "grid", gap: 2, pt: "8px !important" }}>
          {problem !== null && (
            <Alert severity="error" role="alert">
              {problem}
            </Alert>
          )}
          <div>{text}</div>
          <JustificationFields form={form} fields={fields} onChange={setForm} />
        </DialogContent>
        <DialogActions>
          <Button disabled={busy} onClick={onClose}>
            {t("console.cancel")}
          </Button>
          <Button type="submit" variant="contained" loading={busy} disabled={!isCompleteJustification(form)}>
            {agree}
          </Button>
        </DialogActions>
      </Box>
    </FormModal>
  );
}
