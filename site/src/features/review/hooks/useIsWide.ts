import { useSyncExternalStore } from "react";

/** The style sheet's breakpoint: from this width on the summary is next to the form. */
const WIDE = "(min-width: 56rem)";

function subscribe(onChange: () => void) {
  const media = window.matchMedia(WIDE);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** Reports whether the page has two columns. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}
