import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { KeyboardEvent } from "react";

interface Listed {
  count: number;
  /** Whether what is listed answers what is typed. */
  isSettled: boolean;
  onTake: (index: number) => void;
}

interface ListKeys {
  /** The option that Enter takes; the first until an arrow moves it. */
  marked: number;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Other words are typed: the first option is marked again, and nothing waits to be taken. */
  reset: () => void;
}

/**
 * A field with a list of what it finds: arrows mark, Enter takes. Enter may come before the answer does: it is kept until
 * there is something to take.
 */
export function useListKeys({ count, isSettled, onTake }: Listed): ListKeys {
  const [chosen, setChosen] = useState(0);
  const marked = Math.min(chosen, Math.max(0, count - 1));
  const isWaiting = useRef(false);
  const takeAtLast = useEffectEvent(() => {
    if (count > 0) onTake(marked);
  });
  useEffect(() => {
    if (!isWaiting.current || !isSettled) return;
    isWaiting.current = false;
    takeAtLast();
  }, [isSettled]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
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
