import { createElement, useEffect, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { PageProblem } from "./page-loader";

type Load = () => Promise<{ default: ComponentType }>;

/**
 * The component of a page, for a route's `lazy`. It always comes: the router draws nothing at all, and no error either, for a route
 * whose `lazy` has failed. One whose code could not be fetched asks for it again when it is shown, and else says what is wrong as
 * any page that could not be read.
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
