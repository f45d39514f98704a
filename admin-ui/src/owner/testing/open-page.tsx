import type { ReactElement } from "react";
import { QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { AdminContext } from "react-admin";
import { RouterProvider, createMemoryRouter } from "react-router";
import { vi } from "vitest";
import type { Locale } from "@/console/api";
import { dataProviderOver } from "@/console/app/data-provider";
import { routerProvider } from "@/console/app/router-provider";
import { Notices } from "@/console/frame/Notices";
import { AskProvider, UndoProvider } from "@/console/ui";
import { theme } from "@/console/ui/theme";
import * as api from "@/owner/api";
import { allTexts } from "./all-texts";

interface Options {
  role?: string;
  locale?: Locale;
  /** Whether the window is wide enough for tables. */
  isWide?: boolean;
}

/** The opened page. */
interface OpenPage {
  /** The address's parameters. */
  address: () => [name: string, value: string][];
  /** The addresses of the page's loads. */
  loads: string[];
  /** The calls of the data provider and of the page. */
  calls: ReturnType<typeof vi.fn<typeof fetch>>;
  /** Method and path of each call that writes. */
  writes: () => string[];
}

const noop = () => undefined;

/**
 * Opens an owner's page at 鮨かぐら, with the notices around it. `load` returns the page's data for the query of an
 * address; `answer` responds to calls.
 */
export async function openPage(
  address: string,
  element: ReactElement,
  load: (query: URLSearchParams) => object,
  answer: (address: string, init: RequestInit) => Response = () => Response.json([]),
  { role = "owner", locale = "ja", isWide = true }: Options = {},
): Promise<OpenPage> {
  vi.stubGlobal("matchMedia", () => ({ matches: !isWide, addEventListener: noop, removeEventListener: noop }));
  const calls = vi.fn<typeof fetch>((called, init = {}) => Promise.resolve(answer(String(called), init)));
  vi.stubGlobal("fetch", calls);
  const restaurant = { slug: "sushi-kagura", restaurant_name: "鮨かぐら", today: "2026-12-08" };
  const session = { role, features: {}, restaurant, restaurants: [restaurant] };
  vi.spyOn(api, "useShell").mockReturnValue({ locale, session } as never);
  vi.spyOn(api, "useSession").mockReturnValue(session as never);
  vi.spyOn(api, "useMayWrite").mockImplementation((section) => api.mayWrite(role as never, section));
  const { pathname } = new URL(address, "http://seki");
  const loads: string[] = [];
  const loader = ({ request }: { request: Request }) => {
    const url = new URL(request.url);
    loads.push(url.pathname + url.search);
    return { data: load(url.searchParams), now: "2026-12-08T18:00:00+09:00" };
  };
  const page = { path: pathname, element, loader, hydrateFallbackElement: <></> };
  const router = createMemoryRouter([page, { path: "*", element: <p>another page</p> }], { initialEntries: [address] });
  render(
    <AdminContext
      dataProvider={dataProviderOver("/owners/api/resources", api.request)}
      routerProvider={routerProvider}
      i18nProvider={await allTexts(locale)}
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
  const writes = () =>
    calls.mock.calls
      .filter(([, init]) => (init?.method ?? "GET") !== "GET")
      .map(([called, init]) => `${init?.method} ${new URL(String(called), "http://seki").pathname}`);
  return { address: () => [...new URLSearchParams(router.state.location.search)], loads, calls, writes };
}
