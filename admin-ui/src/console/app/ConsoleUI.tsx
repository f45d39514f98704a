import { createContext, useContext, useMemo } from "react";
import type { ReactNode } from "react";
import CssBaseline from "@mui/material/CssBaseline";
import { CoreAdminUI, CustomRoutes, Resource } from "ra-core";
import type { LayoutComponent, ResourceProps } from "ra-core";
import { Route, Routes, UNSAFE_RouteContext as RouteContext, useOutlet } from "react-router";

/** A resource of the data provider whose list has a page. The page itself is one of the router's routes. */
export type ListResource = Pick<ResourceProps, "name" | "icon" | "recordRepresentation">;

interface Props {
  /** Prefix of the front end's addresses. */
  basename: string;
  layout: LayoutComponent;
  resources: readonly ListResource[];
}

const PageContext = createContext<ReactNode>(null);

/** The page of the address. */
function Page() {
  return useContext(PageContext);
}

/** react-admin's routes match the whole address, as if no route of the data router were around them. */
const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false };

/**
 * react-admin's routes and layout. The data router has loaded the page of the address before: a list's page is drawn
 * inside its `<Resource>`, any other as a custom route.
 *
 * Without the defaults of `<AdminUI>`: its layout, sign-in page and notifications would be a fifth of each first load.
 */
export function ConsoleUI({ basename, layout, resources }: Props) {
  const page = useOutlet();
  const routes = useMemo(
    () => (
      <CoreAdminUI layout={layout} error={RouterError} disableTelemetry>
        {resources.map((resource) => (
          <Resource key={resource.name} {...resource} list={Page} />
        ))}
        <CustomRoutes>
          {/* The front end's first page, in place of react-admin's dashboard. */}
          <Route path="/" element={<Page />} />
          <Route path="*" element={<Page />} />
        </CustomRoutes>
      </CoreAdminUI>
    ),
    [layout, resources],
  );
  return (
    <PageContext value={page}>
      <CssBaseline />
      <RouteContext value={NO_ROUTE}>
        <Routes>
          <Route path={`${basename}/*`} element={routes} />
        </Routes>
      </RouteContext>
    </PageContext>
  );
}

/** Passes an error of the layout to the router's error page. */
function RouterError({ error }: { error: Error }): ReactNode {
  throw error;
}
