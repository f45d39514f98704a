import type { ReactElement } from "react";
import { RouterProvider, createMemoryRouter } from "react-router";
import { AskProvider } from "@/console/ui";

/** Renders an element on the second of two pages, so Back has a target. */
export function onPage(element: ReactElement): ReactElement {
  const routes = [
    { path: "/before", element: <p>the page before</p> },
    { path: "/", element: <AskProvider>{element}</AskProvider> },
  ];
  return <RouterProvider router={createMemoryRouter(routes, { initialEntries: ["/before", "/"], initialIndex: 1 })} />;
}
