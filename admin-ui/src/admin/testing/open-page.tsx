import type { ReactElement } from "react";
import { QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { vi } from "vitest";
import * as api from "@/admin/api";
import { loadTexts } from "@/admin/i18n/load-texts";
import { Notices } from "@/console/frame/Notices";
import { AskProvider } from "@/console/ui";

/** Counts the page's loads, and sets its next data. */
interface OpenPage {
  reads: () => number;
  answer: (data: object) => void;
}

const ALL_FLAGS = { refunds: true, impersonation: true, staff: true, risky_settings: true };

/** Opens an admin's page about 鮨かぐら in Japanese, with the notices around it. The admin has every permission by default. */
export async function openPage(
  route: string,
  address: string,
  element: ReactElement,
  first: object,
  flags: object = ALL_FLAGS,
): Promise<OpenPage> {
  vi.spyOn(api, "useShell").mockReturnValue({
    locale: "ja",
    admin: { restaurant: { slug: "sushi-kagura" }, flags },
  } as never);
  const i18nProvider = await loadTexts("ja");
  let data = first;
  const loader = vi.fn<() => { data: object }>(() => ({ data }));
  const page = { path: route, element, loader, hydrateFallbackElement: <></> };
  const router = createMemoryRouter([page, { path: "*", element: <p>another page</p> }], { initialEntries: [address] });
  render(
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={new QueryClient()}>
      <AskProvider>
        <RouterProvider router={router} />
      </AskProvider>
      <Notices />
    </CoreAdminContext>,
  );
  return { reads: () => loader.mock.calls.length, answer: (next) => (data = next) };
}
