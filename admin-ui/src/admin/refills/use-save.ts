import { ApiError, problemMessage, showFlash } from "@/admin/api";
import { useWrite, errorText } from "@/console/ui";
import { theirsIn, useTheirs } from "@/console/ui/forms";
import { useT } from "@/admin/i18n/use-t";

/**
 * Runs one write of a modal at a time. A success is shown as a notice, a rejection in the modal. `theirs` are the values
 * that other users have saved meanwhile.
 */
export function useSave() {
  const t = useT();
  const { busy, error, write } = useWrite();
  const theirs = useTheirs();
  const save = (send: () => Promise<{ message?: string }>) =>
    write(async () => {
      try {
        const { message } = await send();
        if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
      } catch (failure) {
        theirs.read(failure);
        throw failure;
      }
    });
  const reason = error instanceof ApiError ? problemMessage(error.problem) : errorText(error, t);
  // The general text first (admin §8), then the server's reason. It asks to reload the page, which an edit conflict does
  // not require.
  const general = theirsIn(error) === null ? [t("console.modal_failed")] : [];
  const refusal = error === null ? [] : [...general, ...(reason === undefined ? [] : [reason])];
  return { busy, refusal, theirs, isUndecided: theirs.undecided.length > 0, save };
}
