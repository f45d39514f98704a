import { useState } from "react";
import { ApiError, showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

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
      setProblem(error instanceof ApiError ? error.message : t("console.network_error"));
    } finally {
      setBusy(false);
    }
  };
  return { change, isBusy, problem };
}
