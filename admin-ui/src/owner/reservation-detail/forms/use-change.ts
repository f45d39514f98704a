import { ApiError, showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useNoticedWrite, useWrite, wordsOfModal } from "@/console/ui";

/** A write, and what it says when it is done; null when that is said elsewhere. */
type Send = () => Promise<string | null>;

function sent(send: Send, onDone: () => void): () => Promise<void> {
  return async () => {
    const message = await send();
    if (message !== null) showFlash({ kind: "notice", message, sticky: false });
    onDone();
  };
}

/** Sends a change, says what came of it, and lets the page show what is so now. */
export function useChange(onDone: () => void) {
  const t = useT();
  const { busy, problem, write } = useWrite({
    words: (error) => wordsOfModal(error, t),
    handles: (error) => {
      // A colleague was quicker: what they wrote is shown beside what was typed.
      if (error instanceof ApiError && error.status === 409) onDone();
      return false;
    },
  });
  return { change: (send: Send) => write(sent(send, onDone)), isBusy: busy, problem };
}

/** The same for a change whose form may be gone by then: a refusal is a notice, too. */
export function useLateChange(onDone: () => void) {
  const t = useT();
  const { write } = useNoticedWrite({ words: (error) => wordsOfModal(error, t), sticky: true });
  return (send: Send) => write(sent(send, onDone));
}
