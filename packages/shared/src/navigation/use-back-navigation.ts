import { useEffect, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

let hasPopped = false;

function rememberPop(): void {
  hasPopped = true;
}

/** A reload shows the current page, although the page keeps its entry in the history. */
function isAsReloaded(document: PerformanceEntry | undefined): boolean {
  return (
    !hasPopped &&
    document instanceof PerformanceNavigationTiming &&
    document.type === "reload" &&
    document.name.split("#")[0] === window.location.href.split("#")[0]
  );
}

/** Reports whether the back or forward button opened this page, so its content may be outdated (owner §8). */
export function useBackNavigation(reload: () => Promise<void>) {
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
  // Registered for the whole life of the document: the page may be left and reopened without another load.
  useEffect(() => window.addEventListener("popstate", rememberPop), []);
  return { isStale, refresh };
}
