import { useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import Box from "@mui/material/Box";
import { useT } from "@/owner/i18n/use-t";
import { isTyping } from "../../quick-search/search-kind";
import { useAway } from "./use-away";

/** What cannot be done without a line. Where somebody is typing when it is lost, they may go on; nothing of it is taken away. */
export function NeedsLine({ children }: { children: ReactNode }) {
  const t = useT();
  const { isAway } = useAway();
  const box = useRef<HTMLFieldSetElement>(null);
  const [isTypedIn, setTypedIn] = useState(false);
  useLayoutEffect(() => {
    const { activeElement } = document;
    setTypedIn(isAway && box.current?.contains(activeElement) === true && isTyping(activeElement));
  }, [isAway]);
  return (
    <Box
      component="fieldset"
      ref={box}
      disabled={isAway && !isTypedIn}
      title={isAway ? t("away.needs_line") : undefined}
      sx={{
        border: 0,
        p: 0,
        m: 0,
        minWidth: 0,
        display: "contents",
        "&:disabled :is(button, input:not(.MuiSwitch-input), textarea)": { opacity: 0.5, cursor: "not-allowed" },
      }}
    >
      {children}
    </Box>
  );
}
