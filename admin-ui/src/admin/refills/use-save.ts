import { ApiError, problemMessage, showFlash } from "@/admin/api";
import { useWrite, errorText } from "@/console/ui";
import { useT } from "@/admin/i18n/use-t";

/** Runs one write of a modal at a time. A success is shown as a notice, a rejection in the modal. */
export function useSave() {
  const t = useT();
  const { busy, error, write } = useWrite();
  const save = (send: () => Promise<{ message?: string }>) =>
    write(async () => {
      const { message } = await send();
      if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
    });
  const reason = error instanceof ApiError ? problemMessage(error.problem) : errorText(error, t);
  // The general text first (admin §8), then the server's reason.
  const refusal = error === null ? [] : [t("console.modal_failed"), ...(reason === undefined ? [] : [reason])];
  return { busy, refusal, save };
}
