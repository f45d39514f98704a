import type { ComponentType, ReactElement } from "react";
import type { I18nProvider } from "ra-core";
import { createBrowserRouter } from "react-router";
import type { DataRouter, LoaderFunction, RouteObject } from "react-router";
import { pageComponent } from "@seki/shared/navigation";
import { ErrorPage } from "@/console/frame";
import { localePrefixOf } from "@/console/navigation";
import { PageSkeleton } from "@/console/ui";
import { isSamePage } from "@/console/ui/lists/address";
import { Providers } from "./Providers";
import type { FrontEnd } from "./Providers";

export interface PageModule {
  default: ComponentType;
}

/** A page: its name in the server's envelope, its address, and its component, fetched when it is first opened. */
export function pageRoute(
  name: string,
  path: string,
  loader: LoaderFunction,
  load: () => Promise<PageModule>,
): RouteObject {
  return { id: name, path, loader, lazy: { Component: () => pageComponent(load, <PageSkeleton />) } };
}

/** A list fetches its other rows itself: a change of the parameters named `ownParameters` asks for no new page. */
export function withList(route: RouteObject, ...ownParameters: string[]): RouteObject {
  return {
    ...route,
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      defaultShouldRevalidate && !isSamePage(currentUrl, nextUrl, ...ownParameters),
  };
}

export interface FrontEndRoutes {
  frontEnd: FrontEnd;
  /** Where an error page leads; without one it leads nowhere. */
  home: string | null;
  layout: ReactElement;
  /** Made anew for each router, which consumes the lazy parts. */
  pages: () => RouteObject[];
  missingPageLoader: LoaderFunction;
}

/** The router of a wing, whose pages stand inside its layout; `pathname` tells the language that the addresses name. */
export function createFrontEndRouter(
  { frontEnd, home, layout, pages, missingPageLoader }: FrontEndRoutes,
  pathname: string,
  i18nProvider: I18nProvider,
): DataRouter {
  const around = (element: ReactElement) => (
    <Providers frontEnd={frontEnd} i18nProvider={i18nProvider}>
      {element}
    </Providers>
  );
  const problem = <ErrorPage home={home} />;
  const inside = [...pages(), { path: "*", loader: missingPageLoader, element: null }];
  return createBrowserRouter(
    [
      {
        element: around(layout),
        hydrateFallbackElement: around(<PageSkeleton />),
        errorElement: around(problem),
        children: inside.map((route) => ({ ...route, errorElement: problem }) as RouteObject),
      },
    ],
    { basename: localePrefixOf(pathname) || "/" },
  );
}
