import { useCallback } from "react";
import type { RefCallback } from "react";

/**
 * Returns the ref of an element whose height in pixels is a custom property of the document while it is shown, so that
 * the page can reserve space for it. Texts of any length and language then fit.
 */
export function usePublishedHeight(property: `--${string}`): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const { style } = document.documentElement;
      const publish = () => style.setProperty(property, `${element.offsetHeight}px`);
      publish();
      const watch = new ResizeObserver(publish);
      // As `offsetHeight`: with padding, which may be the inset of a device.
      watch.observe(element, { box: "border-box" });
      return () => {
        watch.disconnect();
        style.removeProperty(property);
      };
    },
    [property],
  );
}
