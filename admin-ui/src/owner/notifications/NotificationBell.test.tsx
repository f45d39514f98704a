import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { NotificationBell } from "./NotificationBell";

// F173
it.each([
  [true, ["GET /owners/api/notifications"]],
  [
    false,
    ["GET /owners/api/notifications/count", "GET /owners/api/notifications/count", "GET /owners/api/notifications"],
  ],
])("fetches no counts during an impersonation (%s)", async (is_admin, expected) => {
  const session = { is_admin, restaurant: { slug: "sushi-kagura" } };
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  vi.spyOn(api, "useSession").mockReturnValue(session as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  const asked: string[] = [];
  vi.spyOn(api, "send").mockImplementation((method: string, path: string) => {
    asked.push(`${method} ${path}`);
    return Promise.resolve((path.endsWith("count") ? 0 : []) as never);
  });
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <MemoryRouter>
        <NotificationBell />
      </MemoryRouter>
    </CoreAdminContext>,
  );
  fireEvent.click(screen.getByRole("button", { name: "通知を開く" }));
  expect(await screen.findByRole("tabpanel")).toBeInTheDocument();
  await waitFor(() => expect(asked).toEqual(expected));
});
