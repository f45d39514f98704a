import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NetworkError } from "@/api";
import { Button, Dialog, Problem, TextAreaField } from "@/ui";

interface CancelDialogProps {
  open: boolean;
  onClose: () => void;
  /** Characters that a reason has at least. */
  least: number;
  onCancel: (reason: string) => Promise<void>;
}

/** Asks for the reason of cancelling. A press of the button is not repeated while it is sent. */
export function CancelDialog({ open, onClose, least, onCancel }: CancelDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isEnough = [...reason.trim()].length >= least;

  const submit = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onCancel(reason.trim());
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setProblem(error instanceof NetworkError ? t("common.network_error") : error.message);
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t("plans.cancel.title")}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("plans.cancel.keep")}</Button>
          <Button kind="danger" disabled={!isEnough} busy={busy} onClick={() => void submit()}>
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
      {problem && <Problem>{problem}</Problem>}
    </Dialog>
  );
}
