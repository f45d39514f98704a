import { useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** Whether this page was come to by the back or forward button, after which what it shows may be old (owner §8). */
export function useCameBack(reload: () => Promise<void>) {
  const { key } = useLocation();
  const type = useNavigationType();
  const [seen, setSeen] = useState<string | null>(null);
  const [document] = performance.getEntriesByType("navigation");
  const byDocument =
    key === "default" && document instanceof PerformanceNavigationTiming && document.type === "back_forward";
  const isStale = seen !== key && (byDocument || (type === NavigationType.Pop && key !== "default"));
  const refresh = () => {
    void reload().then(() => setSeen(key));
  };
  return { isStale, refresh };
}
