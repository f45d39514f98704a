import { useEffect, useRef } from "react";

/**
 * Reports the required height to the page around the frame. A height is not confidential, so any page may receive it.
 */
export function useReportedHeight<Shown extends HTMLElement>() {
  const shown = useRef<Shown>(null);
  useEffect(() => {
    if (shown.current === null || window.parent === window) return;
    const observer = new ResizeObserver(([entry]) => {
      const height = Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0);
      if (height > 0) window.parent.postMessage({ type: "seki-widget", height }, "*");
    });
    observer.observe(shown.current);
    return () => observer.disconnect();
  }, []);
  return shown;
}
