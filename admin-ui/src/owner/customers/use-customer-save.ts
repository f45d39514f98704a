import { useState } from "react";
import { useOneAtATime } from "@/console/ui";
import { ApiError, showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import type { TextKey } from "@/owner/i18n/use-t";
import { refusalOf } from "./Refusal";
import type { Refusal } from "./Refusal";

/**
 * One write of a customer. A success is shown as a notice, a refusal at the fields or above them. `onOvertaken`: a colleague
 * has written something meanwhile, which is to be read.
 */
export function useCustomerSave(failed: TextKey, onDone: () => void, onOvertaken?: () => void) {
  const t = useT();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const once = useOneAtATime();
  const tell = async (send: () => Promise<{ message: string }>): Promise<void> => {
    setBusy(true);
    setErrors({});
    setProblem(null);
    try {
      const { message } = await send();
      showFlash({ kind: "notice", message, sticky: false });
      onDone();
    } catch (error) {
      const refusal = fieldsOf(error);
      setErrors(refusal);
      if (error instanceof ApiError && error.status === 409) onOvertaken?.();
      if (Object.keys(refusal).length === 0) setProblem(refusalOf(error, [409]) ?? { text: t(failed), to: null });
    } finally {
      setBusy(false);
    }
  };
  const save = (send: () => Promise<{ message: string }>) => once(() => tell(send));
  const refuseNickname = () => setErrors({ nickname: t("customer_form.blank") });
  return { errors, problem, busy, save, refuseNickname };
}

/** The refused fields; none when it was something else. */
export function fieldsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError && error.status === 422
    ? ((error.problem as { fields?: Record<string, string> }).fields ?? {})
    : {};
}
