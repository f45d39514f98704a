import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminAnnouncementReleasePage from "./announcements/AdminAnnouncementReleasePage";
import AdminOnlineStockGroupPage from "./sections/AdminOnlineStockGroupPage";

const ANNOUNCEMENT = {
  announcement: {
    id: 7,
    subject_type: "notice",
    body: "新しいお席です。",
    status: "draft",
    customer_group_labels: [],
    prefectures: [],
    premium_grades: [],
    scheduled_at: null,
    include_unsubscribed_customers: false,
    send_count: null,
  },
  progress: null,
  recipients_count: 3,
  forced_recipients_count: 3,
  earliest: "2026-12-01T10:00:00+09:00",
};
const SLOT = {
  online_stock_group: {
    uid: "slot-1",
    date: "2026-12-08",
    gold: null,
    stocks: [],
    times: [],
    courses: [],
    guests_counts: [1, 2],
    inventory_group_title: "カウンター",
  },
};

/** Staff sessions of the browser: none, of another restaurant, of the page's restaurant. */
const SESSIONS = [[], ["yakitori-tomoshibi"], ["sushi-kagura"]];

function sign(slugs: string[]): void {
  const admin = { restaurant: { slug: "sushi-kagura" }, flags: {} };
  const session = slugs.length > 0 ? { restaurants: slugs.map((slug) => ({ slug })) } : null;
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja", admin, session } as never);
}

const hrefs = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

it.each(SESSIONS.map((slugs) => [slugs]))("links to owners' pages only with their session: %o", async (slugs) => {
  const isOpen = slugs.includes("sushi-kagura");
  await openPage("/", "/", <AdminAnnouncementReleasePage />, ANNOUNCEMENT);
  sign(slugs);
  expect(await screen.findByRole("link", { name: "お知らせの一覧へ" })).toHaveAttribute("href", "/admin/announcements");
  const edit = "/owners/announcements/7/edit?owners_restaurant_slug=sushi-kagura";
  expect(hrefs().includes(edit)).toBe(isOpen);
});

it.each(SESSIONS.map((slugs) => [slugs]))("links from a slot to the day only with its session: %o", async (slugs) => {
  await openPage("/", "/", <AdminOnlineStockGroupPage />, SLOT);
  sign(slugs);
  expect(await screen.findByRole("link", { name: /一覧/ })).toBeVisible();
  const day = "/owners/daily_calendars/2026-12-08?owners_restaurant_slug=sushi-kagura";
  expect(hrefs().includes(day)).toBe(slugs.includes("sushi-kagura"));
});
