import { useRef } from "react";
import type { MouseEvent, RefObject } from "react";

const FIELDS = "input, select, textarea";

/**
 * A button that adds what was filled in cannot be pressed again at once, and would drop the focus: who pressed it by the keyboard goes
 * on at the first field of what `around` holds.
 */
export function useFirstField<Around extends HTMLElement>(): [RefObject<Around | null>, (press: MouseEvent) => void] {
  const around = useRef<Around>(null);
  const goOn = ({ detail }: MouseEvent) => {
    // A press of a pointer counts its clicks.
    if (detail === 0) around.current?.querySelector<HTMLElement>(FIELDS)?.focus();
  };
  return [around, goOn];
}
