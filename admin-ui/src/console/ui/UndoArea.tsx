import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import Box from "@mui/material/Box";
import { pageHeaderHeight } from "./page-header";
import { useUndo } from "./Undo";

/** Share of the area that must be in view. */
const IN_VIEW = 0.9;

interface Props {
  /** Whether the content may be covered for a few seconds, such as a hint. */
  isFree: boolean;
  children: ReactNode;
}

/**
 * Shows the offer to undo over its content while it is in view. At the foot of the window the offer would cover the
 * tables or seats on which staff work. The size of the area does not change.
 */
export function UndoArea({ isFree, children }: Props) {
  const { setArea } = useUndo();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: element } = ref;
    if (!isFree || !element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setArea((entries.at(-1)?.intersectionRatio ?? 0) >= IN_VIEW ? element : null),
      { threshold: IN_VIEW, rootMargin: `-${pageHeaderHeight()}px 0px 0px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      setArea(null);
    };
  }, [isFree, setArea]);
  return (
    <Box
      ref={ref}
      sx={{ position: "relative", flex: 1, minWidth: 0, alignSelf: "stretch", display: "flex", alignItems: "center" }}
    >
      {children}
    </Box>
  );
}
