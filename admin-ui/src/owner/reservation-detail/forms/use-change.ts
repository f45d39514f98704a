import { ApiError, showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import type { Translate } from "@/owner/i18n/use-t";
import { useNoticedWrite, useWrite, modalErrorText } from "@/console/ui";

/** A write. It resolves to the message to show; null if the message is shown elsewhere. */
type Send = () => Promise<string | null>;

function sent(send: Send, onDone: () => void): () => Promise<void> {
  return async () => {
    const message = await send();
    if (message !== null) showFlash({ kind: "notice", message, sticky: false });
    onDone();
  };
}

/** Returns the reason of a failed change; for an edit conflict with the name of the colleague and the time, if known. */
export function changeErrorText(error: unknown, t: Translate): string {
  const text = modalErrorText(error, t);
  if (!(error instanceof ApiError) || error.status !== 409) return text;
  const { changed_by: name, changed_at: at } = (error.problem.current ?? {}) as {
    changed_by?: string | null;
    changed_at?: string | null;
  };
  if (!name || !at) return text;
  return `${text} ${t("drafts.changed_by", { name, time: at.slice(11, 16) })}`;
}

/** Sends a change, shows its outcome, and reads the page again after it and after an edit conflict. */
export function useChange(onDone: () => void) {
  const t = useT();
  const { busy, problem, write } = useWrite({
    words: (error) => changeErrorText(error, t),
    handles: (error) => {
      // Another user has changed it meanwhile: their values are shown next to the input.
      if (error instanceof ApiError && error.status === 409) onDone();
      return false;
    },
  });
  return { change: (send: Send) => write(sent(send, onDone)), isBusy: busy, problem };
}

/** Does the same for a change whose form may be closed by then: an error is shown as a notice, too. */
export function useLateChange(onDone: () => void) {
  const t = useT();
  const { write } = useNoticedWrite({ words: (error) => changeErrorText(error, t), sticky: true });
  return (send: Send) => write(sent(send, onDone));
}
