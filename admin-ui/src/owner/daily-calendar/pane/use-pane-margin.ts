import { useLayoutEffect } from "react";
import { GRID_ID } from "../grid/focus-grid";
import { PANE_MARGIN } from "./NextToPane";

/** Makes room for the pane while it is open (`NextToPane`). */
export function usePaneMargin(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const { style } = document.documentElement;
    keepingBoard(() => style.setProperty(PANE_MARGIN.name, PANE_MARGIN.width));
    return () => {
      keepingBoard(() => style.removeProperty(PANE_MARGIN.name));
    };
  }, [isOpen]);
}

const boardTop = () => document.getElementById(GRID_ID)?.getBoundingClientRect().top ?? 0;

/** Keeps the board under the finger that opened the pane: the controls above it take more lines next to the pane. */
function keepingBoard(change: () => unknown): void {
  const before = boardTop();
  change();
  const moved = boardTop() - before;
  if (moved !== 0) window.scrollBy(0, moved);
}
