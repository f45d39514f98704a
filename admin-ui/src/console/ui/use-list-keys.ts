import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { isComposing } from "@seki/shared/keyboard";

interface Listed {
  count: number;
  /** Whether the listed results belong to the current input. */
  isSettled: boolean;
  /** Whether the results could not be fetched. A waiting Enter is dropped then. */
  isFailed?: boolean;
  onTake: (index: number) => void;
}

interface ListKeys {
  /** The option that Enter takes; the first until an arrow moves it. */
  marked: number;
  onKeyDown: (event: KeyboardEvent) => void;
  /** The input has changed: marks the first option again, and drops a pending Enter. */
  reset: () => void;
}

/**
 * Handles the keys of a field with a list of results: arrows mark, Enter takes. An Enter before the results waits for
 * them.
 */
export function useListKeys({ count, isSettled, isFailed = false, onTake }: Listed): ListKeys {
  const [chosen, setChosen] = useState(0);
  const marked = Math.min(chosen, Math.max(0, count - 1));
  const isWaiting = useRef(false);
  const takeAtLast = useEffectEvent(() => {
    if (count > 0 && !isFailed) onTake(marked);
  });
  useEffect(() => {
    if (!isWaiting.current || !isSettled) return;
    isWaiting.current = false;
    takeAtLast();
  }, [isSettled]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      setChosen((marked + step + count) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (!isSettled) isWaiting.current = true;
      else if (count > 0) onTake(marked);
    }
  };
  const reset = () => {
    isWaiting.current = false;
    setChosen(0);
  };
  return { marked, onKeyDown, reset };
}
