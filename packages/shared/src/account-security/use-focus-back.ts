import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/**
 * Focuses the ref's element when a form that stood in its place is gone. The button that opened the form went with the focus, and the
 * form's own buttons went after it.
 */
export function useFocusBack<E extends HTMLElement>(isAtRest: boolean): RefObject<E | null> {
  const element = useRef<E>(null);
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isAtRest) wasAway.current = true;
    else if (wasAway.current) element.current?.focus();
  }, [isAtRest]);
  return element;
}
