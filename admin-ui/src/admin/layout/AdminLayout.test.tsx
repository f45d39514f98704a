import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { loadTexts } from "@/admin/i18n/load-texts";
import * as api from "@/console/api";
import { AdminLayout } from "./AdminLayout";

const someAdmin = { nickname: "管理", email: "admin@seki.test", flags: {}, restaurant: null };

async function open(
  session: { restaurant: { restaurant_name: string } } | null,
  admin: typeof someAdmin | null = someAdmin,
): Promise<void> {
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja", session, admin } as never);
  const i18nProvider = await loadTexts("ja");
  const router = createMemoryRouter([
    {
      path: "/",
      element: (
        <AdminLayout>
          <h1>予約の詳細</h1>
        </AdminLayout>
      ),
    },
  ]);
  render(
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={new QueryClient()}>
      <RouterProvider router={router} />
    </CoreAdminContext>,
  );
  await screen.findByRole("heading", { level: 1 });
}

it("links an admin with a restaurant to the owners' pages, as a document", async () => {
  await open({ restaurant: { restaurant_name: "鮨かぐら" } });
  expect(screen.getByRole("link", { name: "鮨かぐらの店舗管理へ" })).toHaveAttribute("href", "/owners");
  expect(screen.queryByRole("navigation")).toBeNull();
});

it("surrounds the page of an admin without a restaurant, too", async () => {
  await open(null);
  expect(screen.getByRole("link", { name: "席 Seki 運営 ホーム" })).toHaveAttribute("href", "/admin/home");
  expect(screen.queryByRole("link", { name: /店舗管理へ/ })).toBeNull();
});

it("is hidden before signing in", async () => {
  await open(null, null);
  expect(screen.queryByRole("banner")).toBeNull();
});

it("truncates a long name before the language switcher", async () => {
  await open({ restaurant: { restaurant_name: "寿".repeat(100) } });
  const language = screen.getByRole("combobox", { name: "言語" });
  const container = screen.getByRole("banner").querySelector(".MuiToolbar-root > .MuiBox-root:has(select)");
  expect(container).toContainElement(language);
  expect(container).toHaveStyle({ flexShrink: "0" });
  expect(screen.getByRole("link", { name: /店舗管理へ/ }).firstChild).toHaveStyle({ whiteSpace: "nowrap" });
});
