import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import * as navigation from "@/owner/navigation";
import { ReservationFacts } from "./ReservationFacts";

const INVITATION = {
  status: "pending",
  customer_tags: [],
  formated_preferences: [],
  inventory_items: [],
  inventory_group: { title: "カウンター" },
  customer_fullname_kana: "",
  display_phone_number: "",
  email: null,
  customer_uid: null,
  delivery: null,
  date: "2026-12-08",
  invite_sent_at: null,
};

async function open(part: object): Promise<void> {
  const page = { locale: "ja", session: { restaurant: { time_zone: "Asia/Tokyo" } } };
  vi.spyOn(navigation, "usePage").mockReturnValue(page as never);
  const reservation = { ...INVITATION, ...part } as unknown as Schemas["ReservationDetail"];
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <ReservationFacts reservation={reservation} />
    </CoreAdminContext>,
  );
}

it.each([
  ["2026-12-01T10:05:00+09:00", 1],
  [null, 0],
])("shows in red that an invitation could not be delivered (%s)", async (invite_undelivered_at, notices) => {
  await open({ invite_undelivered_at });
  expect(screen.queryAllByText(/お届けできませんでした（2026年12月01日 10:05）/)).toHaveLength(notices);
});

it.each([
  [24_000, 3, null, "24,000円 / 1名様（3名 合計72,000円）"],
  [24_000, 1, null, "24,000円 / 1名様"],
  [5_000, 2, { arrival: "18:00", address: "", name: "", phone_number: "" }, "5,000円 / 1個（2個 合計10,000円）"],
])("shows the price of a course for each guest and the total: %i for %i", async (price, guests, delivery, text) => {
  await open({ course_price: price, guests_count: guests, delivery });
  expect(screen.getByText("コース料金")).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});

it("shows no price of a course without one", async () => {
  await open({ course_price: 0, guests_count: 2 });
  expect(screen.queryByText("コース料金")).toBeNull();
});

it.each([
  ["declined", "辞退"],
  ["cancelled_by_restaurant", "店舗取消"],
  ["cancelled", "キャンセル"],
])("shows how it ended: %s", async (ended_as, text) => {
  await open({ status: "void", ended_as, expired_at: "2026-12-01T10:05:00+09:00" });
  expect(screen.getByText("終了の理由")).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});
