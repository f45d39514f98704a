import { useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import Box from "@mui/material/Box";
import { isTyping } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";
import { useOffline } from "./use-offline";

/** Disables actions that need a connection. An open form stays open while offline and keeps its input. */
export function NeedsConnection({ children }: { children: ReactNode }) {
  const t = useT();
  const { isDisconnected } = useOffline();
  const box = useRef<HTMLFieldSetElement>(null);
  const [isTypedIn, setTypedIn] = useState(false);
  useLayoutEffect(() => {
    const { activeElement } = document;
    setTypedIn(isDisconnected && box.current?.contains(activeElement) === true && isTyping(activeElement));
  }, [isDisconnected]);
  return (
    <Box
      component="fieldset"
      ref={box}
      disabled={isDisconnected && !isTypedIn}
      title={isDisconnected ? t("offline.needs_connection") : undefined}
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
