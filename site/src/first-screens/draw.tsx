import type { ReactNode } from "react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { RouterProvider, createMemoryRouter } from "react-router";
import { rememberPage } from "@/api";
import type { Locale } from "@/api";
import { RootLayout } from "@/app/RootLayout";
import HomePage from "@/features/restaurants/pages/HomePage";
import { startTranslation } from "@/i18n/setup";
import { disableControls, stripMarkup, withConditions } from "./conditions";
import { Placeholders } from "./placeholders";
import { RestaurantFirstScreen } from "./RestaurantFirstScreen";
import { samplePage } from "./sample-pages";

export const LOCALES = ["ja", "en"] as const satisfies readonly Locale[];

interface FirstScreen {
  path: (words: Placeholders) => string;
  component: ReactNode;
}

export const FIRST_SCREENS = {
  home: { path: () => "/", component: <HomePage /> },
  restaurant: { path: (words) => `/r/${words.of("data.restaurant.slug")}`, component: <RestaurantFirstScreen /> },
} as const satisfies Record<string, FirstScreen>;

/**
 * Draws the first screen of a page, as a template of the server (minijinja) over the page's envelope and `prefix`, the
 * address's language. The application's own components draw it and replace it later. `window.location` must be an
 * address of that language.
 */
export async function draw(name: keyof typeof FIRST_SCREENS, locale: Locale): Promise<string> {
  const words = new Placeholders();
  const page = samplePage(name, locale, words);
  const { path, component } = FIRST_SCREENS[name];
  await startTranslation(locale);
  rememberPage(page);
  const router = createMemoryRouter(
    [{ element: <RootLayout />, children: [{ id: name, path: "*", loader: () => page, element: component }] }],
    {
      basename: `/${locale}`,
      initialEntries: [`/${locale}${path(words)}`],
      hydrationData: { loaderData: { [name]: page } },
    },
  );
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  router.dispose();
  if (/\{[{%#]/.test(drawn)) throw new Error("A text looks like a template's expression");
  return words.fill(withConditions(disableControls(stripMarkup(drawn)), name, locale));
}
