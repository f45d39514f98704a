import { createContext, use, useCallback } from "react";
import type { ReactNode } from "react";
import { RouterProviderContext } from "ra-core";
import type { RouterProvider } from "ra-core";
import { useSearchParams } from "react-router";
import type { NavigateOptions, To } from "react-router";
import { routerProvider } from "@/console/app/router-provider";

interface Props {
  /** Parameters of the page's address. */
  names: readonly string[];
  children: ReactNode;
}

/** Keeps parameters of the address that react-admin's list would replace by its own. */
export function KeepParameters({ names, children }: Props) {
  return (
    <NamesContext value={names}>
      <RouterProviderContext value={keepingRouter}>{children}</RouterProviderContext>
    </NamesContext>
  );
}

const NamesContext = createContext<readonly string[]>([]);

const keepingRouter: RouterProvider = { ...routerProvider, useNavigate };

function useNavigate(): ReturnType<RouterProvider["useNavigate"]> {
  const navigate = routerProvider.useNavigate();
  const names = use(NamesContext);
  const [current] = useSearchParams();
  return useCallback(
    (to: To | number, options?: NavigateOptions) => {
      if (typeof to === "number") return navigate(to);
      if (typeof to === "string" || to.pathname !== undefined || to.search === undefined) return navigate(to, options);
      const query = new URLSearchParams(to.search);
      for (const name of names) {
        const value = current.get(name);
        if (value !== null) query.set(name, value);
      }
      return navigate({ search: `?${query}` }, options);
    },
    [current, names, navigate],
  );
}
