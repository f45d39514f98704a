import { useCallback, useEffect, useRef } from "react";
import type { MouseEvent as ReactMouseEvent } from "react";

/** The longest time between the clicks of a double click, which is the default of the desktops. */
const DOUBLE_CLICK_MS = 500;
/** The longest way of the pointer between the clicks of a double click, for fingers, too. */
const DOUBLE_CLICK_PX = 16;

type Click = Pick<MouseEvent, "clientX" | "clientY" | "timeStamp">;

let lastClick: Click | null = null;

const remember = ({ clientX, clientY, timeStamp }: MouseEvent) => {
  lastClick = { clientX, clientY, timeStamp };
};
window.addEventListener("click", remember, true);

/** Reports whether a click is the second one of a double click. A click by keyboard has no position and never is. */
function isSecondOf(first: Click, { clientX, clientY, timeStamp }: Click): boolean {
  if (clientX === 0 && clientY === 0) return false;
  const way = Math.hypot(clientX - first.clientX, clientY - first.clientY);
  return timeStamp - first.timeStamp < DOUBLE_CLICK_MS && way <= DOUBLE_CLICK_PX;
}

/**
 * Returns a dialog's `onClickCapture`, which ignores the second click of a double click whose first click opened the
 * dialog: the button under the pointer was not there yet. `opened` is the content of a dialog that shows several in
 * turn; a falsy value means closed.
 */
export function useJustOpened(opened: unknown): (event: ReactMouseEvent) => void {
  const opener = useRef<Click | null>(null);
  useEffect(() => {
    opener.current = opened ? lastClick : null;
  }, [opened]);
  return useCallback((event) => {
    if (opener.current === null || !isSecondOf(opener.current, event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    opener.current = event.nativeEvent;
  }, []);
}
