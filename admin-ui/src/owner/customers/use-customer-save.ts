import { useState } from "react";
import { ApiError, showFlash } from "@/owner/api";
import { useWrite } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";
import type { TextKey } from "@/owner/i18n/use-t";
import { refusalOf } from "./Refusal";

/**
 * Saves a customer. A success is shown as a notice, an error at the fields or above them. `onOvertaken` is called after
 * an edit conflict: the customer must be read again.
 */
export function useCustomerSave(failed: TextKey, onDone: () => void, onOvertaken?: () => void) {
  const t = useT();
  const [isNameless, setNameless] = useState(false);
  const { busy, error, fields, write } = useWrite({
    handles: (refused) => {
      if (refused instanceof ApiError && refused.status === 409) onOvertaken?.();
      return false;
    },
  });
  const save = (send: () => Promise<{ message: string }>) => {
    setNameless(false);
    return write(async () => {
      const { message } = await send();
      showFlash({ kind: "notice", message, sticky: false });
      onDone();
    });
  };
  const isAtFields = error instanceof ApiError && error.status === 422 && Object.keys(fields).length > 0;
  const refused = isAtFields ? fields : {};
  const errors: Readonly<Record<string, string>> = isNameless ? { nickname: t("customer_form.blank") } : refused;
  const problem = error === null || isAtFields ? null : (refusalOf(error, [409]) ?? { text: t(failed), to: null });
  return { errors, problem, busy, save, refuseNickname: () => setNameless(true) };
}
