import { useEffect } from "react";
import { PAGE_HEADER_ID } from "@/console/ui/page-header";
import { NEXT_TO_PANE_MARK } from "./NextToPane";

/** The elements that an open pane covers: the page below the width of `NEXT_TO_PANE`, and on a phone the header, too. */
const COVERED = [
  { windows: "(max-width: 759.95px)", elements: `[${NEXT_TO_PANE_MARK}]` },
  { windows: "(max-width: 599.95px)", elements: `#${PAGE_HEADER_ID}` },
];

/** Makes the elements inert that the open pane covers, so that the keyboard does not reach controls behind it. */
export function useCoveredPage(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const ends = COVERED.map(({ windows, elements }) => {
      const media = window.matchMedia(windows);
      const follow = () => setInert(elements, media.matches);
      follow();
      media.addEventListener("change", follow);
      return () => {
        media.removeEventListener("change", follow);
        setInert(elements, false);
      };
    });
    return () => {
      for (const end of ends) end();
    };
  }, [isOpen]);
}

function setInert(elements: string, isInert: boolean): void {
  for (const element of document.querySelectorAll(elements)) element.toggleAttribute("inert", isInert);
}
