import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";
import CloseIcon from "@mui/icons-material/Close";
import Box from "@mui/material/Box";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { isComposing } from "@seki/shared/keyboard";
import { PAGE_HEADER_HEIGHT } from "@/console/ui/page-header";
import { focusGridIfLost, isFocusLost } from "../grid/focus-grid";
import { NEXT_TO_PANE, PANE_WIDTH } from "./NextToPane";
import { useCoveredPage } from "./use-covered-page";
import { usePaneMargin } from "./use-pane-margin";

interface Props {
  /** Key of the shown content; null while the pane is closed. Other content takes the focus again. */
  shown: string | null;
  /** A line above the title. */
  about?: string | null;
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A pane at the side of a day. It is not modal: the page next to it remains usable, except where the window is too
 * narrow for both. The focus moves to its title, and returns to the element that opened it.
 */
export function SidePane({ shown, about, title, closeLabel, onClose, children }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  usePaneMargin(shown !== null);
  useEffect(() => {
    if (shown !== null) {
      opener.current = document.activeElement;
      heading.current?.focus({ preventScroll: true });
    } else if (opener.current instanceof HTMLElement) {
      // A user who has continued on the page next to the pane keeps the focus.
      if (isFocusLost()) opener.current.focus({ preventScroll: true });
      opener.current = null;
      focusGridIfLost();
    }
  }, [shown]);
  // After the focus has moved into the pane. Its end precedes the return of the focus, which an inert element would refuse.
  useCoveredPage(shown !== null);

  return (
    <Drawer
      variant="persistent"
      anchor="right"
      open={shown !== null}
      onKeyDown={(event) => event.key === "Escape" && !isComposing(event) && onClose()}
      slotProps={{ paper: { component: "aside", "aria-labelledby": id, sx: paper } }}
      sx={{ displayPrint: "none" }}
    >
      {shown !== null && (
        <>
          <Box sx={head}>
            <Box sx={{ flex: 1 }}>
              {about && (
                <Typography variant="body2" color="text.secondary">
                  {about}
                </Typography>
              )}
              <Typography variant="h2" id={id} ref={heading} tabIndex={-1} sx={{ outline: "none !important" }}>
                {title}
              </Typography>
            </Box>
            <IconButton aria-label={closeLabel} onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </Box>
          <Box sx={{ overflowY: "auto", p: 2, pb: "calc(16px + var(--connection-bar, 0px) + var(--undo-bar, 0px))" }}>
            {children}
          </Box>
        </>
      )}
    </Drawer>
  );
}

const paper = {
  width: "100%",
  [NEXT_TO_PANE]: { width: PANE_WIDTH },
  top: { xs: 0, sm: PAGE_HEADER_HEIGHT },
  height: "auto",
  bottom: 0,
  boxShadow: 6,
  zIndex: 1150,
} as const;

const head = {
  display: "flex",
  alignItems: "flex-start",
  p: 2,
  pb: 1,
  borderBottom: 1,
  borderColor: "divider",
  gap: 1,
} as const;
