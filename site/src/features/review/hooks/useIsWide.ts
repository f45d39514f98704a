import { useSyncExternalStore } from "react";

/** As in the page's style sheet: from here on the summary stands beside the form. */
const WIDE = "(min-width: 56rem)";

function onTurn(told: () => void) {
  const media = window.matchMedia(WIDE);
  media.addEventListener("change", told);
  return () => media.removeEventListener("change", told);
}

/** Whether the page has two columns. */
export function useIsWide(): boolean {
  return useSyncExternalStore(onTurn, () => window.matchMedia(WIDE).matches);
}
