import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import userEvent from "@testing-library/user-event";
import { loadTexts } from "@/owner/i18n/load-texts";
import { CustomerList } from "./CustomerList";

const CUSTOMER = {
  id: 7,
  uid: "c7",
  type: "OfflineCustomer",
  display_fullname: "寿".repeat(100),
  display_phone_number: "03-1234-5678",
  label: "",
  email: null,
  invitation_email: "",
  visit_count: 3,
  last_visited_at: "2026-11-20T18:00:00+09:00",
  internal_memo: "",
  is_blacklisted: false,
  has_allergy: false,
  tags: [],
};

const noop = () => undefined;

async function open(isWide: boolean, onSelect = vi.fn<(selected: ReadonlySet<number>) => void>()) {
  vi.stubGlobal("matchMedia", () => ({ matches: isWide, addEventListener: noop, removeEventListener: noop }));
  const list = <CustomerList customers={[CUSTOMER as never]} selected={new Set()} onSelect={onSelect} />;
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      <RouterProvider router={createMemoryRouter([{ path: "/", element: list }])} />
    </CoreAdminContext>,
  );
  return onSelect;
}

it("a date stays on one line next to a long name", async () => {
  await open(true);
  expect(await screen.findByRole("cell", { name: "2026年11月20日" })).toHaveStyle({ whiteSpace: "nowrap" });
});

it("a phone shows the last visit and can select the whole page", async () => {
  const onSelect = await open(false);
  expect(await screen.findByText(/最終来店.*2026年11月20日/)).toBeVisible();
  await userEvent.setup().click(screen.getByRole("checkbox", { name: "このページの全員を選択" }));
  expect(onSelect).toHaveBeenCalledWith(new Set([7]));
});
