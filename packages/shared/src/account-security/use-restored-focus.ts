import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/**
 * Focuses the ref's element when a form that replaced it closes. The button that opened the form and the form's own
 * buttons are no longer in the document, so they cannot take the focus.
 */
export function useRestoredFocus<E extends HTMLElement>(isAtRest: boolean): RefObject<E | null> {
  const element = useRef<E>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isAtRest) wasOpen.current = true;
    else if (wasOpen.current) element.current?.focus();
  }, [isAtRest]);
  return element;
}
