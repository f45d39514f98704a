import { UserFacingError } from "@seki/shared/writes";
import { showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useWrite, modalErrorText } from "@/console/ui";

/** Sends one write of a dialog at a time: a success is shown as a notice, an error in the dialog. */
export function useSave() {
  const t = useT();
  const { busy, problem, write, reset } = useWrite({ words: (error) => modalErrorText(error, t) });
  const refuse = (text: string) => write(() => Promise.reject(new UserFacingError(text)));
  /** Sends a write. An error may have the HTTP status 200 (owner §8). */
  const save = (send: () => Promise<{ status: number; message: string }>) =>
    write(async () => {
      const { status, message } = await send();
      if (status !== 200) throw new UserFacingError(message);
      showFlash({ kind: "notice", message, sticky: false });
    });
  return { busy, problem, refuse, save, reset };
}
