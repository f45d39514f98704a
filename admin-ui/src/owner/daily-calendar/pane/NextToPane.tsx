import type { ReactNode } from "react";
import Box from "@mui/material/Box";

export const PANE_WIDTH = 420;

/** The windows that have space for a page next to the pane. In a narrower one the pane covers the whole page. */
export const NEXT_TO_PANE = "@media (min-width: 760px)";

/** The margin next to an open pane. The page's own margin is beneath the pane. */
export const PANE_MARGIN = { name: "--side-pane", width: `${PANE_WIDTH - 8}px` } as const;

/** Marks the elements that are next to an open pane, or behind it in a narrower window. */
export const NEXT_TO_PANE_MARK = "data-next-to-pane";

/** Keeps its content next to an open side pane, so that the pane covers no control of the page. */
export function NextToPane({ children }: { children: ReactNode }) {
  return (
    <Box
      {...{ [NEXT_TO_PANE_MARK]: "" }}
      sx={{ [NEXT_TO_PANE]: { mr: `var(${PANE_MARGIN.name}, 0px)` }, "@media print": { mr: 0 } }}
    >
      {children}
    </Box>
  );
}
