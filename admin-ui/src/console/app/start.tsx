import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { I18nProvider } from "ra-core";
import { RouterProvider } from "react-router";
import type { DataRouter } from "react-router";
import { readShell } from "@seki/shared/shell";
import type { Locale } from "@/console/api";

interface Start<Page> {
  /** Replaces the page inside the HTML with the one in this browser's offline cache, if the HTML is only a frame. */
  revive?: (page: Page, address: string) => Promise<Page>;
  holdPage: (address: string, page: Page) => void;
  loadTexts: (locale: Locale) => Promise<I18nProvider>;
  createRouter: (pathname: string, i18nProvider: I18nProvider) => DataRouter;
}

/** Renders a front end with the page inside the HTML. */
export async function start<Page extends { locale: Locale }>(frontEnd: Start<Page>): Promise<void> {
  const { root, page: embedded } = readShell<Page>();
  const address = window.location.pathname + window.location.search;
  const page = frontEnd.revive ? await frontEnd.revive(embedded, address) : embedded;
  document.documentElement.lang = page.locale;
  frontEnd.holdPage(address, page);
  const i18nProvider = await frontEnd.loadTexts(page.locale);
  const router = frontEnd.createRouter(window.location.pathname, i18nProvider);
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
