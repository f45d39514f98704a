import { useCallback, useEffect, useRef } from "react";
import type { MouseEvent } from "react";

/**
 * Returns a dialog's `onClickCapture`, which ignores the second click or tap of a double click whose first one opened
 * the dialog: the button under the pointer was not there yet. The browser counts the clicks (`detail`) by the time and
 * distance that the person has set; a key counts as none. `opened` is the content of a dialog that shows several in
 * turn; a falsy value means closed.
 */
export function useJustOpened(opened: unknown): (event: MouseEvent) => void {
  const isNew = useRef(false);
  useEffect(() => {
    isNew.current = Boolean(opened);
  }, [opened]);
  return useCallback((event) => {
    if (!isNew.current) return;
    isNew.current = event.detail > 1;
    if (!isNew.current) return;
    event.preventDefault();
    event.stopPropagation();
  }, []);
}
