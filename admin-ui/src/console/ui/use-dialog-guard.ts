import { useCallback, useEffect, useState } from "react";
import { useBlocker } from "react-router";
import type { BlockerFunction } from "react-router";
import { useT } from "@/console/i18n/use-t";
import { useAsk } from "./Ask";

/**
 * Guards a dialog against accidental loss: Escape, a click outside, the close button and the browser's Back ask first
 * after input (`touch` reports it), and Back closes the dialog instead of leaving the page. The browser asks before a
 * reload. `leave` asks in the same way before the dialog is replaced by another one.
 */
export function useDialogGuard(onClose: () => void, isOpen = true) {
  const t = useT();
  const ask = useAsk();
  const [isTouched, setTouched] = useState(false);
  if (!isOpen && isTouched) setTouched(false);
  const leave = useCallback(
    async (onLeave: () => void) => {
      const question = { title: t("console.unsaved.title"), agree: t("console.unsaved.discard"), danger: true };
      if (isTouched && !(await ask({ ...question, text: t("console.unsaved.text") }))) return;
      onLeave();
    },
    [ask, isTouched, t],
  );
  const close = useCallback(() => leave(onClose), [leave, onClose]);

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
  return {
    close: () => void close(),
    leave: (onLeave: () => void) => void leave(onLeave),
    touch: () => setTouched(true),
  };
}
