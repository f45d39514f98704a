import { useEffect, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

let hasPopped = false;

function rememberPop(): void {
  hasPopped = true;
}

/** A reload shows a page as it is now, although the page keeps its place in the history. */
function isAsReloaded(document: PerformanceEntry | undefined): boolean {
  return (
    !hasPopped &&
    document instanceof PerformanceNavigationTiming &&
    document.type === "reload" &&
    document.name.split("#")[0] === window.location.href.split("#")[0]
  );
}

/** Whether this page was come to by the back or forward button, after which what it shows may be old (owner §8). */
export function useCameBack(reload: () => Promise<void>) {
  const { key } = useLocation();
  const type = useNavigationType();
  const [document] = performance.getEntriesByType("navigation");
  const [seen, setSeen] = useState<string | null>(isAsReloaded(document) ? key : null);
  const byDocument =
    key === "default" && document instanceof PerformanceNavigationTiming && document.type === "back_forward";
  const isStale = seen !== key && (byDocument || (type === NavigationType.Pop && key !== "default"));
  const refresh = () => {
    void reload().then(() => setSeen(key));
  };
  // It stays for as long as the document: the page may be left, and come back to, without another load.
  useEffect(() => window.addEventListener("popstate", rememberPop), []);
  return { isStale, refresh };
}
