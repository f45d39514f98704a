import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { TermsDialog } from "./TermsDialog";

const loader = () => ({});

// F113
it("cannot be closed before the owner has agreed, and closes afterwards", async () => {
  let has_agreed_to_terms = false;
  vi.spyOn(api, "useSession").mockImplementation(() => ({ has_agreed_to_terms, is_impersonated: false }) as never);
  vi.spyOn(api, "send").mockImplementation((method: string, path: string) => {
    has_agreed_to_terms = `${method} ${path}` === "POST /owners/accounts/terms_agreed";
    return Promise.resolve({} as never);
  });
  const router = createMemoryRouter([{ path: "/", element: <TermsDialog />, loader, hydrateFallbackElement: <></> }]);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <RouterProvider router={router} />
    </CoreAdminContext>,
  );
  const dialog = await screen.findByRole("dialog");
  expect(screen.queryByRole("button", { name: "閉じる" })).toBeNull();
  fireEvent.keyDown(dialog, { key: "Escape" });
  expect(screen.getByRole("dialog")).toBe(dialog);
  fireEvent.click(screen.getByRole("button", { name: "利用規約に同意する" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
