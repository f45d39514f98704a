import { useCallback } from "react";
import type { RouterProvider } from "ra-core";
import {
  Link,
  Navigate,
  Outlet,
  Route,
  Routes,
  matchPath,
  useBlocker,
  useInRouterContext,
  useLocation,
  useMatch,
  useNavigate as useRouterNavigate,
  useParams,
} from "react-router";
import type { NavigateOptions, To } from "react-router";

/**
 * Navigates as react-router does. A list that changes its sorting or filter says `_scrollToTop: false`, and keeps the
 * scroll position.
 */
function useNavigate(): ReturnType<RouterProvider["useNavigate"]> {
  const navigate = useRouterNavigate();
  return useCallback(
    (to: To | number, options?: NavigateOptions) => {
      if (typeof to === "number") return navigate(to);
      const state = options?.state as { _scrollToTop?: boolean } | undefined;
      return navigate(to, { ...options, preventScrollReset: state?.["_scrollToTop"] === false });
    },
    [navigate],
  );
}

/** The data router of the pages, as react-admin uses it. */
export const routerProvider: RouterProvider = {
  useNavigate,
  useLocation,
  useParams: useParams as RouterProvider["useParams"],
  useBlocker,
  useMatch,
  useInRouterContext,
  useCanBlock: () => true,
  Link,
  Navigate,
  Route: Route as RouterProvider["Route"],
  Routes,
  Outlet,
  RouterWrapper: ({ children }) => children,
  matchPath,
};
