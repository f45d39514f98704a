import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./styles/tokens.css";
import "./styles/base.css";
import { readShell } from "@seki/shared/shell";
import type { Page } from "@/api";
import { startTranslation } from "./i18n/setup";
import { App } from "./app/App";
import { createSiteRouter } from "./app/router";
import { holdPage } from "./navigation";

async function start(): Promise<void> {
  const { root, page } = readShell<Page>();
  const translating = startTranslation(page.locale);
  holdPage(window.location.pathname + window.location.search, page);
  const router = createSiteRouter(window.location.pathname);
  await translating;
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}

void start();
