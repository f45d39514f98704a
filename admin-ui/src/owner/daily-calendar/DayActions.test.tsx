import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { DayActions } from "./DayActions";
import { UndoProvider } from "@/console/ui";
import type { CalendarItem } from "./model/blocks";
import { COLUMNS, GROUPS, item } from "./testing/sheet";

const loader = () => ({ data: {}, now: "2026-12-01T10:00:00+09:00" });

// F118
it.each([
  [true, true, true],
  [false, true, false],
  [true, false, false],
])("with slots %s and booking online %s, a web slot can be made: %s", async (may, isOnline, isOffered) => {
  const features = { createOsgEnabled: may, allowReservableOperation: isOnline };
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: {}, features } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  const [column] = COLUMNS;
  const [group] = GROUPS;
  if (!column || !group) throw new Error("no sheet");
  const chosen = { column, group, items: group.inventory_items.slice(0, 1) };
  const actions = (
    <DayActions
      day={{} as Schemas["OwnerDailyCalendarPage"]}
      chosen={chosen}
      onClear={vi.fn<() => void>()}
      reload={vi.fn<() => Promise<void>>()}
    />
  );
  const router = createMemoryRouter([{ path: "/", element: actions, loader, hydrateFallbackElement: <></> }]);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <RouterProvider router={router} />
    </CoreAdminContext>,
  );
  expect(await screen.findByRole("button", { name: "店頭予約・招待" })).toBeEnabled();
  expect(screen.queryAllByRole("button", { name: "Web枠を作成" })).toHaveLength(isOffered ? 1 : 0);
});
