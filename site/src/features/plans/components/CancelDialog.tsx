import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api";
import { Button, Dialog, TextAreaField, WriteProblem, errorText, useWrite } from "@/ui";

interface CancelDialogProps {
  open: boolean;
  onClose: () => void;
  /** Minimum length of the reason in characters. */
  least: number;
  onCancel: (reason: string) => Promise<void>;
}

/** Asks for the reason of a cancellation. Further clicks are ignored while it is sent. */
export function CancelDialog({ open, onClose, least, onCancel }: CancelDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const cancelling = useWrite({
    // The server's text only says that there is nothing to cancel (diner §8).
    words: (error) => {
      const isGeneral = error instanceof ApiError && error.problem.errorType !== "noRecognition";
      return isGeneral ? t("common.something_went_wrong") : errorText(error, t);
    },
  });
  const isEnough = [...reason.trim()].length >= least;

  return (
    <Dialog
      title={t("plans.cancel.title")}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("plans.cancel.keep")}</Button>
          <Button
            kind="danger"
            disabled={!isEnough}
            busy={cancelling.busy}
            onClick={() => void cancelling.write(() => onCancel(reason.trim()))}
          >
            {t("plans.cancel.submit")}
          </Button>
        </>
      }
    >
      <p>{t("plans.cancel.text")}</p>
      <TextAreaField
        label={t("plans.cancel.reason")}
        hint={t("plans.cancel.hint", { count: least })}
        mandatory
        rows={4}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <WriteProblem write={cancelling} />
    </Dialog>
  );
}
