import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { WaitingDays } from "./Waiting";

const loader = () => ({ page: "owner_home", data: {}, now: "2026-12-01T10:00:00+09:00" });

async function open(days: Schemas["WaitingListMatches"][]): Promise<void> {
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: {}, features: {} } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  const element = <WaitingDays days={days} />;
  const router = createMemoryRouter([{ path: "/", element, loader, hydrateFallbackElement: <></> }]);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <RouterProvider router={router} />
    </CoreAdminContext>,
  );
  await screen.findByRole("heading", { name: "空席待ち" });
}

it("lists the days with waiting parties, and the first party for which seats are free", async () => {
  const first = { customer_name: "待田 健", guests_count: 2, start_time: "19:00", labels: ["C1", "C2"] };
  await open([
    { date: "2026-12-08", parties_count: 3, fitting_count: 2, first },
    { date: "2026-12-09", parties_count: 1, fitting_count: 0, first: null },
  ]);
  const [free, full] = screen.getAllByRole("listitem");
  expect(free).toHaveTextContent("12月8日（火）ご案内できる方 2組：待田 健様 2名 19:00 C1・C23組");
  expect(full).toHaveTextContent("12月9日（水）1組");
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/owners/daily_calendars/2026-12-08",
    "/owners/daily_calendars/2026-12-09",
  ]);
});

it("says that no party waits", async () => {
  await open([]);
  expect(screen.getByText("2週間以内に空席待ちの方はいません。")).toBeVisible();
});
