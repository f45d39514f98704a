import { useCallback, useEffect, useState } from "react";
import { useBlocker } from "react-router";
import type { BlockerFunction } from "react-router";
import { useT } from "@/console/i18n/use-t";
import { useAsk } from "./Ask";

/**
 * Guards a dialog against accidental loss: Escape, a click outside, the close button and the browser's Back ask first
 * after input (`touch` reports it), and Back closes the dialog instead of leaving the page. The browser asks before a
 * reload.
 */
export function useDialogGuard(onClose: () => void, isOpen = true) {
  const t = useT();
  const ask = useAsk();
  const [isTouched, setTouched] = useState(false);
  if (!isOpen && isTouched) setTouched(false);
  const close = useCallback(async () => {
    const question = { title: t("console.unsaved.title"), agree: t("console.unsaved.discard"), danger: true };
    if (isTouched && !(await ask({ ...question, text: t("console.unsaved.text") }))) return;
    onClose();
  }, [ask, isTouched, onClose, t]);

  const isBack = useCallback<BlockerFunction>(({ historyAction }) => isOpen && historyAction === "POP", [isOpen]);
  const blocker = useBlocker(isBack);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    blocker.reset();
    void close();
  }, [blocker, close]);

  useEffect(() => {
    if (!isTouched) return undefined;
    const keep = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", keep);
    return () => window.removeEventListener("beforeunload", keep);
  }, [isTouched]);
  return { close: () => void close(), touch: () => setTouched(true) };
}
