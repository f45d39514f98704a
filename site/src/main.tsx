import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./styles/tokens.css";
import "./styles/base.css";
import type { DataRouter } from "react-router";
import { readShell } from "@seki/shared/shell";
import type { Page } from "@/api";
import { startTranslation } from "./i18n/setup";
import { App } from "./app/App";
import { createSiteRouter } from "./app/router";
import { holdPage } from "./navigation";

/** Resolves when the first page's code and data have loaded or failed. */
async function pageRead(router: DataRouter): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

async function start(): Promise<void> {
  const { root, page } = readShell<Page>();
  const translating = startTranslation(page.locale);
  holdPage(window.location.pathname + window.location.search, page);
  const router = createSiteRouter(window.location.pathname);
  await translating;
  // The server's drawing stays until the page can replace it.
  if ("drawn" in root.dataset) await pageRead(router);
  delete root.dataset["drawn"];
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}

void start();
