export const GRID_ID = "day-grid";

/** Moves the focus to the grid, which restores the keyboard's last cell. */
export function focusGrid(): void {
  document.getElementById(GRID_ID)?.focus({ preventScroll: true });
}

/** Scrolls the grid into view as far as the window has space for it. */
export function showGrid(): void {
  document.getElementById(GRID_ID)?.scrollIntoView({ block: "nearest" });
}

/** Reports whether the focused element was removed or disabled. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Moves the focus to the grid if the focused element was removed or disabled. */
export function focusGridIfLost(): void {
  if (isFocusLost()) focusGrid();
}
