import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import type { BlockerFunction } from "react-router";
import { useT } from "@/console/i18n/use-t";
import { useAsk } from "./Ask";

interface Words {
  title: string;
  text: string;
  agree: string;
}

/**
 * Asks before the user leaves a page with an unsaved form (`isChanged`): by a link or Back, with the page's own texts
 * if it has any, and by a reload, for which the browser asks. Returns the callback to call once the server has accepted
 * the form, before the next page.
 */
export function useLeaveGuard(isChanged: boolean, words?: Words): () => void {
  const t = useT();
  const ask = useAsk();
  const isSaved = useRef(false);
  useEffect(() => {
    if (!isChanged) isSaved.current = false;
  }, [isChanged]);

  const isLost = useCallback<BlockerFunction>(
    ({ currentLocation: from, nextLocation: to }) => isChanged && !isSaved.current && from.pathname !== to.pathname,
    [isChanged],
  );
  const blocker = useBlocker(isLost);
  const warn = useEffectEvent(async () => {
    if (blocker.state !== "blocked") return;
    const { proceed, reset } = blocker;
    const usual = {
      title: t("console.unsaved.title"),
      text: t("console.unsaved.leave_text"),
      agree: t("console.unsaved.discard"),
    };
    if (await ask({ ...(words ?? usual), danger: true })) proceed();
    else reset();
  });
  const isBlocked = blocker.state === "blocked";
  useEffect(() => {
    if (isBlocked) void warn();
  }, [isBlocked]);

  useBeforeUnload((event) => {
    if (isChanged && !isSaved.current) event.preventDefault();
  });
  return () => {
    isSaved.current = true;
  };
}
