import { createElement, useEffect, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { PageProblem } from "./page-loader";

type Load = () => Promise<{ default: ComponentType }>;

/**
 * Returns the component of a page, for a route's `lazy`. It never rejects, because the router draws nothing, not even
 * an error, for a route whose `lazy` failed. If the code could not be fetched, the component fetches it again when it
 * is shown, and shows the error page if that fails too.
 */
export async function pageComponent(load: Load, waiting: ReactNode): Promise<ComponentType> {
  try {
    return (await load()).default;
  } catch {
    return function LatePage() {
      return createElement(Late, { load, waiting });
    };
  }
}

function Late({ load, waiting }: { load: Load; waiting: ReactNode }): ReactNode {
  const [page, setPage] = useState<ComponentType | "missing" | null>(null);
  useEffect(() => {
    load().then(
      (module) => setPage(() => module.default),
      () => setPage("missing"),
    );
  }, [load]);
  if (page === "missing") throw new PageProblem(null);
  return page === null ? waiting : createElement(page);
}
