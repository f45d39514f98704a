import { useCallback, useRef } from "react";

/** Lets one piece of work through at a time: a double click comes before a button is drawn as busy. One too many answers nothing. */
export function useOneAtATime(): <Answer>(work: () => Promise<Answer>) => Promise<Answer | undefined> {
  const isRunning = useRef(false);
  return useCallback(async (work) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      return await work();
    } finally {
      isRunning.current = false;
    }
  }, []);
}
