import { createContext, use } from "react";
import useMediaQuery from "@mui/material/useMediaQuery";

/** The least space next to the menu, in a window of `WITH_MENU`. */
export const DEFAULT_TABLE_WIDTH = 944;
/** Width in pixels that a list's table needs. */
export const TableWidthContext = createContext<number>(DEFAULT_TABLE_WIDTH);

/** Space around a page (`Frame`). */
const PADDING = 48;
/** From this width of the window on, the menu is next to the page (`Frame`), and wider tables scroll sideways. */
const WITH_MENU = 1200;

/** Whether cards replace the list's table, because the window has too little space for it. */
export function useIsNarrow(): boolean {
  const least = Math.min(use(TableWidthContext) + PADDING, WITH_MENU);
  return useMediaQuery(`(max-width: ${least - 0.05}px)`, { noSsr: true });
}
