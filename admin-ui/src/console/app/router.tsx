import type { ComponentType, ReactElement } from "react";
import type { I18nProvider, LayoutComponent } from "ra-core";
import { createBrowserRouter } from "react-router";
import type { DataRouter, LoaderFunction, RouteObject } from "react-router";
import { pageComponent } from "@seki/shared/navigation";
import { ErrorPage } from "@/console/frame";
import { localePrefixOf } from "@/console/navigation";
import { PageSkeleton } from "@/console/ui";
import { isSamePage } from "@/console/ui/lists/address";
import { ConsoleUI } from "./ConsoleUI";
import type { ListResource } from "./ConsoleUI";
import { Providers } from "./Providers";
import type { FrontEnd } from "./Providers";

export interface PageModule {
  default: ComponentType;
}

/** Returns the route of a page from its name in the server's envelope, its address, and its lazily loaded component. */
export function pageRoute(
  name: string,
  path: string,
  loader: LoaderFunction,
  load: () => Promise<PageModule>,
): RouteObject {
  return { id: name, path, loader, lazy: { Component: () => pageComponent(load, <PageSkeleton />) } };
}

/** Loads a page together with the texts that only later pages need. */
export function withTexts(load: () => Promise<PageModule>, loadTexts: () => Promise<void>) {
  return async (): Promise<PageModule> => {
    const [module] = await Promise.all([load(), loadTexts()]);
    return module;
  };
}

/** Lets a list load its further rows itself: a change of the parameters `ownParameters` loads no new page. */
export function withList(route: RouteObject, ...ownParameters: string[]): RouteObject {
  return {
    ...route,
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      defaultShouldRevalidate && !isSamePage(currentUrl, nextUrl, ...ownParameters),
  };
}

export interface FrontEndRoutes {
  frontEnd: FrontEnd;
  /** Link target of an error page; null for no link. */
  home: string | null;
  layout: LayoutComponent;
  /** The resources whose list has a page. */
  resources: readonly ListResource[];
  /** Builds new routes for each router, because a router consumes their lazy parts. */
  pages: () => RouteObject[];
  missingPageLoader: LoaderFunction;
}

/**
 * Creates the router of a front end, whose pages are inside its layout. `pathname` contains the addresses' language.
 */
export function createFrontEndRouter(
  { frontEnd, home, layout, resources, pages, missingPageLoader }: FrontEndRoutes,
  pathname: string,
  i18nProvider: I18nProvider,
): DataRouter {
  const around = (element: ReactElement) => (
    <Providers frontEnd={frontEnd} i18nProvider={i18nProvider}>
      {element}
    </Providers>
  );
  const problem = <ErrorPage home={home} isOfAllRestaurants={frontEnd.basename === "/admin"} />;
  const inside = [...pages(), { path: "*", loader: missingPageLoader, element: null }];
  return createBrowserRouter(
    [
      {
        element: around(<ConsoleUI basename={frontEnd.basename} layout={layout} resources={resources} />),
        hydrateFallbackElement: around(<PageSkeleton />),
        errorElement: around(problem),
        children: inside.map((route) => ({ ...route, errorElement: problem }) as RouteObject),
      },
    ],
    { basename: localePrefixOf(pathname) || "/" },
  );
}
