import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { loadTexts } from "@/admin/i18n/load-texts";
import { AskProvider } from "@/console/ui";
import { RestaurantRows } from "./RestaurantRows";

const row = (id: number) => ({
  id,
  slug: `r${id}`,
  restaurant_name: `店${id}`,
  is_admin_pinned: false,
  is_delivery_only: false,
  has_delivery_setting: false,
  is_linked_to_je: false,
  has_stripe_account: false,
  has_ts_integration: false,
  owner: null,
  operation: {
    id,
    or_starts_at: "2026-12-01T10:00:00+09:00",
    is_future: false,
    can_restore_start: false,
    previous_starts_at: null,
    admin_user: null,
  },
  email_subscriptions: [],
  missing_to_open: [],
  visibility: "public",
  is_noindex: false,
  today_rrp_restaurant_css: "",
  je_admin_url: null,
  je_store_url: null,
  tc_url: null,
});

// The server's limit is fifty.
const loader = () => ({ data: { max_with_je_link: 2 } });

// F182
it.each([
  [0, "表示する店舗がありません。"],
  [2, "2件"],
  [3, "50件を超えたため、JEのリンクを作成できません。条件を絞り込んでください。"],
])("for %i restaurants it shows: %s", async (count, text) => {
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(api, "request").mockResolvedValue(Response.json(Array.from({ length: count }, (_, id) => row(id))));
  const rows = <RestaurantRows query="" label="検索結果" />;
  const router = createMemoryRouter([{ path: "/", element: rows, loader, hydrateFallbackElement: <></> }]);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <AskProvider>
        <RouterProvider router={router} />
      </AskProvider>
    </CoreAdminContext>,
  );
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryAllByText(/JEのリンクを作成できません/)).toHaveLength(count > 2 ? 1 : 0);
});

it("names the start that an undo restores, and sends what the admin has seen", async () => {
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  const { operation, ...rest } = row(3);
  const seen = { or_starts_at: "2026-12-01T10:00:00+09:00", previous_starts_at: "2028-12-01T10:00:00+09:00" };
  const restorable = { ...rest, operation: { ...operation, ...seen, can_restore_start: true } };
  vi.spyOn(api, "request").mockImplementation(() => Promise.resolve(Response.json([restorable])));
  const send = vi.spyOn(api, "send").mockResolvedValue({} as never);
  const rows = <RestaurantRows query="" label="検索結果" />;
  const router = createMemoryRouter([{ path: "/", element: rows, loader, hydrateFallbackElement: <></> }]);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <AskProvider>
        <RouterProvider router={router} />
      </AskProvider>
    </CoreAdminContext>,
  );
  const undo = await screen.findAllByRole("button", { name: "元に戻す" });
  fireEvent.click(undo[0]!);
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText(/2028/)).toBeVisible();
  fireEvent.click(question.getAllByRole("button").at(-1)!);
  const query = {
    operation_id: "3",
    type: "restore",
    from: "new_future",
    expected_starts_at: seen.or_starts_at,
    expected_previous_starts_at: seen.previous_starts_at,
  };
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith("POST", "/admin/restaurants/set_osa", { query }));
});
