import type { ReactElement } from "react";
import { QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { AuthProvider, DataProvider } from "ra-core";
import { AdminContext } from "react-admin";
import { RouterProvider, createMemoryRouter } from "react-router";
import { vi } from "vitest";
import { mayDo } from "@/admin/access";
import * as api from "@/admin/api";
import { authProvider } from "@/admin/auth-provider";
import { loadLaterTexts, loadTexts } from "@/admin/i18n/load-texts";
import { dataProviderOver } from "@/console/app/data-provider";
import { routerProvider } from "@/console/app/router-provider";
import { Notices } from "@/console/frame/Notices";
import { AskProvider, UndoProvider } from "@/console/ui";
import { theme } from "@/console/ui/theme";

/** Counts the page's loads, and sets its next data. */
interface OpenPage {
  reads: () => number;
  answer: (data: object) => void;
}

const plainRecords = dataProviderOver("/admin/api/resources", (address, init) => api.request(address, init));
const ALL_FLAGS = { refunds: true, impersonation: true, staff: true, risky_settings: true };

/** The session of an admin with some permissions. */
function guardOf(flags: object): AuthProvider {
  return {
    ...authProvider,
    checkAuth: () => Promise.resolve(),
    canAccess: ({ action, resource }) => Promise.resolve(mayDo(flags, action, resource)),
  };
}

/**
 * Opens an admin's page about 鮨かぐら in Japanese, with the notices around it. The admin has every permission by default. `own` are methods of
 * the data provider for resources with calls of the specification. react-admin allows everything without `isGuarded`.
 */
export async function openPage(
  route: string,
  address: string,
  element: ReactElement,
  first: object,
  flags: object = ALL_FLAGS,
  own: Partial<DataProvider> = {},
  isGuarded = false,
): Promise<OpenPage> {
  vi.spyOn(api, "useShell").mockReturnValue({
    locale: "ja",
    admin: { restaurant: { slug: "sushi-kagura", restaurant_name: "鮨かぐら" }, flags },
  } as never);
  const i18nProvider = await loadTexts("ja");
  await loadLaterTexts();
  let data = first;
  const loader = vi.fn<() => { data: object }>(() => ({ data }));
  const page = { path: route, element, loader, hydrateFallbackElement: <></> };
  const router = createMemoryRouter([page, { path: "*", element: <p>another page</p> }], { initialEntries: [address] });
  render(
    <AdminContext
      authProvider={isGuarded ? guardOf(flags) : undefined}
      dataProvider={{ ...plainRecords, ...own }}
      routerProvider={routerProvider}
      i18nProvider={i18nProvider}
      queryClient={new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } })}
      theme={theme}
    >
      <AskProvider>
        <UndoProvider>
          <RouterProvider router={router} />
        </UndoProvider>
      </AskProvider>
      <Notices />
    </AdminContext>,
  );
  return { reads: () => loader.mock.calls.length, answer: (next) => (data = next) };
}
