import { useState } from "react";
import { showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { wordsOf } from "@/console/ui";

/** Sends a change, says what came of it, and lets the page show what is so now. */
export function useChange(onDone: () => void) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const change = async (send: () => Promise<string>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      showFlash({ kind: "notice", message: await send(), sticky: false });
      onDone();
    } catch (error) {
      setProblem(wordsOf(error, t));
    } finally {
      setBusy(false);
    }
  };
  return { change, isBusy, problem };
}
