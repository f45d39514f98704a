import { useTranslation } from "react-i18next";
import { ApiError } from "@/api";
import type { MemberPlan } from "@/api";
import { formatDate } from "@seki/shared/civil-time";
import { deleteDrafts, useStoredState, useUnloadGuard } from "@/drafts";
import { useLocale } from "@/navigation";
import { Button, Dialog, WriteProblem, errorText, useWrite } from "@/ui";
import { CountedTextArea } from "@/ui/CountedTextArea";
import { isTooLong } from "@/ui/text-length";

const MAX_REASON_LENGTH = 1000;

interface CancelDialogProps {
  plan: MemberPlan;
  open: boolean;
  onClose: () => void;
  /** Minimum length of the reason in characters. */
  least: number;
  onCancel: (reason: string) => Promise<void>;
}

/** Asks for the reason of a cancellation. Further clicks are ignored while it is sent. */
export function CancelDialog({ plan, open, onClose, least, onCancel }: CancelDialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const draft = `plan_cancel.${plan.grade}`;
  const [reason, setReason] = useStoredState(draft, "");
  useUnloadGuard(draft, open && reason.trim() !== "" ? reason : null);
  const cancelling = useWrite({
    // The server's text only says that there is nothing to cancel (diner §8).
    words: (error) => {
      const isGeneral = error instanceof ApiError && error.problem.errorType !== "noRecognition";
      return isGeneral ? t("common.something_went_wrong") : errorText(error, t);
    },
  });
  const name = t(`plans.grade.${plan.grade}`);
  const isEnough = [...reason.trim()].length >= least && !isTooLong(reason, MAX_REASON_LENGTH);
  const submit = () =>
    cancelling.write(async () => {
      await onCancel(reason.trim());
      deleteDrafts(draft);
      setReason("");
    });

  return (
    <Dialog
      title={t("plans.cancel.title", { plan: name })}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("plans.cancel.keep")}</Button>
          <Button kind="danger" disabled={!isEnough} busy={cancelling.busy} onClick={() => void submit()}>
            {t("plans.cancel.submit")}
          </Button>
        </>
      }
    >
      <p>
        {plan.period_end
          ? t("plans.cancel.text", { plan: name, date: formatDate(plan.period_end.slice(0, 10), locale) })
          : t("plans.cancel.text_now", { plan: name })}
      </p>
      <CountedTextArea
        label={t("plans.cancel.reason")}
        hint={t("plans.cancel.hint", { count: least })}
        mandatory
        rows={4}
        limit={MAX_REASON_LENGTH}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <WriteProblem write={cancelling} />
    </Dialog>
  );
}
