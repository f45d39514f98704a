import type { ReactElement } from "react";
import { RouterProvider, createMemoryRouter } from "react-router";
import { AskProvider } from "@/console/ui";

/** An element as it stands on the second of two pages, so that Back leads somewhere. */
export function onPage(element: ReactElement): ReactElement {
  const routes = [
    { path: "/before", element: <p>the page before</p> },
    { path: "/", element: <AskProvider>{element}</AskProvider> },
  ];
  return <RouterProvider router={createMemoryRouter(routes, { initialEntries: ["/before", "/"], initialIndex: 1 })} />;
}
