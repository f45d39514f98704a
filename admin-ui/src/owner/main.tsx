import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import type { Page } from "@/api";
import { loadI18nProvider } from "@/app/i18n-provider";
import { holdPage } from "@/navigation";
import { createOwnerRouter } from "./routes";

async function start(): Promise<void> {
  const root = document.getElementById("root");
  const embedded = document.getElementById("page-data");
  if (!root || !embedded) throw new Error("The page shell is incomplete");
  const page = JSON.parse(embedded.textContent) as Page;
  holdPage(window.location.pathname + window.location.search, page);
  const i18nProvider = await loadI18nProvider(page.locale);
  const router = createOwnerRouter(window.location.pathname, i18nProvider);
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

void start();
