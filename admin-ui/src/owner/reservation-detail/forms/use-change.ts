import { useState } from "react";
import { ApiError, showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { wordsOfModal } from "@/console/ui";

/** A write, and what it says when it is done; null when that is said elsewhere. */
type Send = () => Promise<string | null>;

function notice(message: string | null): void {
  if (message !== null) showFlash({ kind: "notice", message, sticky: false });
}

/** Sends a change, says what came of it, and lets the page show what is so now. */
export function useChange(onDone: () => void) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const change = async (send: Send): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      notice(await send());
      onDone();
    } catch (error) {
      setProblem(wordsOfModal(error, t));
      // A colleague was quicker: what they wrote is shown beside what was typed.
      if (error instanceof ApiError && error.status === 409) onDone();
    } finally {
      setBusy(false);
    }
  };
  return { change, isBusy, problem };
}

/** The same for a change whose form may be gone by then: a refusal is a notice, too. */
export function useLateChange(onDone: () => void) {
  const t = useT();
  return async (send: Send): Promise<void> => {
    try {
      notice(await send());
      onDone();
    } catch (error) {
      showFlash({ kind: "alert", message: wordsOfModal(error, t), sticky: true });
    }
  };
}
