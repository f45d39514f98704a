import { QueryClient } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { UndoProvider } from "@/console/ui";
import { onPage } from "@/console/testing/page";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import type { CalendarItem } from "../model/blocks";
import { item } from "../testing/sheet";
import { ItemPane } from "./ItemPane";

const DATE = "2026-12-20";
const FREED = item({
  uid: "freed",
  calendar_item_type: "OnlineCancellation",
  title: "キャンセル枠",
  start_time: "18:00",
  end_time: "20:00",
});
const SLOT = {
  uid: "freed",
  reservation: { starts_at: `${DATE}T18:00:00+09:00`, ends_at: `${DATE}T20:00:00+09:00` },
  inventory_group_title: "カウンター",
  inventory_item_labels: ["C1"],
  releases: [],
  is_open: true,
};

function waiting(customer_name: string, start_time: string, end_time: string) {
  const seat = {
    start_time,
    end_time,
    inventory_group_title: "カウンター",
    inventory_item_uids: ["c1"],
    labels: ["C1"],
    reasons: [],
  };
  return {
    uid: customer_name,
    state: "waiting",
    customer_uid: "c1",
    customer_name,
    phone_display: "",
    is_reachable: true,
    guests_count: 1,
    from_time: "17:00",
    till_time: "21:00",
    waits_until: `${DATE}T21:00:00+09:00`,
    internal_memo: "",
    offer_ends_at: null,
    seat,
  };
}

async function open(shown: CalendarItem | null): Promise<void> {
  const restaurant = { slug: "sushi-kagura", time_zone: "Asia/Tokyo", today: "2026-12-08" };
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant, features: {}, role: "owner" } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja", session: { role: "owner" } } as never);
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  vi.spyOn(api, "send").mockResolvedValue({ data: SLOT } as never);
  const day = { date: DATE, waiting: [waiting("待田 健", "18:30", "20:30"), waiting("遅刻 子", "20:00", "22:00")] };
  const pane = (
    <ItemPane
      item={shown}
      day={day as unknown as Schemas["OwnerDailyCalendarPage"]}
      onClose={vi.fn<() => void>()}
      onMove={vi.fn<() => void>()}
      reload={vi.fn<() => Promise<void>>()}
    />
  );
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <UndoProvider>{onPage(pane)}</UndoProvider>
    </CoreAdminContext>,
  );
}

it("names the waiting parties that fit into the time of a freed slot", async () => {
  await open(FREED);
  expect(await screen.findByText("この時間に案内できる空席待ちの方", {}, { timeout: 5_000 })).toBeVisible();
  expect(screen.getByRole("link", { name: "待田 健" })).toBeVisible();
  expect(screen.getByRole("button", { name: "席を確保して案内を送る" })).toBeEnabled();
  expect(screen.queryByText("遅刻 子"), "the slot has ended by then").toBeNull();
});

const property = () => document.documentElement.style.getPropertyValue("--side-pane");

it.each<[string, CalendarItem | null, string]>([
  ["keeps the page next to the open pane", FREED, "412px"],
  ["leaves the page its whole width without a pane", null, ""],
])("%s", async (_, shown, margin) => {
  await open(shown);
  await waitFor(() => expect(property()).toBe(margin));
});
