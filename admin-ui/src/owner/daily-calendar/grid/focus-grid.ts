export const GRID_ID = "day-grid";

/** Back to the cell that the keyboard was at: the grid knows it. */
export function focusGrid(): void {
  document.getElementById(GRID_ID)?.focus({ preventScroll: true });
}

/** As much of the grid comes into sight as the window has room for. */
export function showGrid(): void {
  document.getElementById(GRID_ID)?.scrollIntoView({ block: "nearest" });
}

/** The focus goes to the grid when what had it is gone, or cannot have it any more. */
export function focusGridIfLost(): void {
  if (document.activeElement === null || document.activeElement === document.body) focusGrid();
}
