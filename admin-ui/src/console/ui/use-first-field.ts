import { useRef } from "react";
import type { MouseEvent, RefObject } from "react";

const FIELDS = "input, select, textarea";

/**
 * Moves the focus from a button to the first field inside `around`. After a keyboard press the button that adds the
 * input is disabled, and would lose the focus.
 */
export function useFirstField<Around extends HTMLElement>(): [RefObject<Around | null>, (press: MouseEvent) => void] {
  const around = useRef<Around>(null);
  const focusFirst = ({ detail }: MouseEvent) => {
    // `detail` counts clicks; it is 0 for the keyboard.
    if (detail === 0) around.current?.querySelector<HTMLElement>(FIELDS)?.focus();
  };
  return [around, focusFirst];
}
