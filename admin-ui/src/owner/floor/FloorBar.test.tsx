import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { UndoProvider } from "@/console/ui";
import { onPage } from "@/console/testing/page";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { GROUPS } from "../daily-calendar/testing/sheet";
import { FloorBar } from "./FloorBar";

const DAY = {
  date: "2026-12-20",
  is_today: true,
  is_closed: false,
  operations: [{ from: "17:00", till: "22:30" }],
  inventory_groups: GROUPS,
  waiting: [],
  items: [],
} as unknown as Schemas["OwnerDailyCalendarPage"];

const nothing = () => undefined;

async function open(shown: { isShort: boolean; isNow?: boolean; areaUid?: string }): Promise<void> {
  const { isShort, isNow = true, areaUid = null } = shown;
  const restaurant = { slug: "sushi-kagura", time_zone: "Asia/Tokyo", today: "2026-12-20" };
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant, features: {} } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  const bar = (
    <FloorBar
      day={DAY}
      moment={{ at: 18 * 60, isNow }}
      onTime={nothing}
      areaUid={areaUid}
      onArea={nothing}
      onEdit={nothing}
      isWaitingOpen={false}
      onWaiting={nothing}
      isShort={isShort}
    />
  );
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <UndoProvider>{onPage(bar)}</UndoProvider>
    </CoreAdminContext>,
  );
  expect(await screen.findByRole("button", { name: "空席待ち" })).toBeInTheDocument();
}

const controls = () => [
  screen.queryByRole("slider", { name: "表示する時刻" }) !== null,
  screen.queryByRole("group", { name: "エリア" }) !== null,
  screen.queryByRole("button", { name: "配置を編集" }) !== null,
];

it("has all controls", async () => {
  await open({ isShort: false });
  expect(controls()).toEqual([true, true, true]);
});

it("hides the rarer controls on a phone", async () => {
  await open({ isShort: true });
  expect(controls()).toEqual([false, false, false]);
  expect(screen.getByRole("button", { name: "現在" })).toBeInTheDocument();
});

it("keeps the control of a chosen time or area", async () => {
  await open({ isShort: true, isNow: false, areaUid: "g1" });
  expect(controls()).toEqual([true, true, false]);
});
