import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { PageData } from "@/api";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/users/premium/calendar/12";

type Event = PageData["premium_calendar"]["events"][number];

const sushi = { slug: "sushi-kagura", restaurant_name: "鮨かぐら", title: "" };
const opening: Event = {
  ...sushi,
  uid: "opening-1-1",
  kind: "opening",
  starts_at: "2026-12-03T10:00:00+09:00",
  ends_at: "2026-12-03T10:30:00+09:00",
  reservable_till: "2027-01-31",
};
const raffle: Event = {
  ...sushi,
  uid: "raffle-1",
  kind: "raffle",
  starts_at: "2026-12-03T00:00:00+09:00",
  ends_at: "2026-12-11T00:00:00+09:00",
  reservable_till: null,
};
const late: Event = {
  ...opening,
  uid: "opening-2-1",
  slug: "yakitori-tomoshibi",
  restaurant_name: "焼鳥ともしび",
  starts_at: "2026-12-20T00:00:00+09:00",
};

const show = (events: Event[]) => renderSite(ADDRESS, { visitor: "kenji", pages: { premium_calendar: { events } } });

describe("the premium calendar", () => {
  // F099
  it("lists the favourites' events by day, each with a link to its restaurant", async () => {
    await show([raffle, opening, late]);
    const days = screen.getAllByRole("heading", { level: 2 });
    expect(days.map((day) => day.textContent)).toEqual(["12月3日", "12月20日"]);
    const [third, twentieth] = days.map((day) => within(day.parentElement!));
    expect(third!.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/r/sushi-kagura",
      "/r/sushi-kagura",
    ]);
    expect(twentieth!.getByRole("link", { name: "焼鳥ともしび" })).toHaveAttribute("href", "/r/yakitori-tomoshibi");
    expect(third!.getByText(/予約開始/)).toHaveTextContent(
      "鮨かぐら: 10:00 予約開始（2027年01月31日（日）のご来店分まで）",
    );
  });

  it("shows the month as a calendar whose days lead to the list", async () => {
    const before = {
      ...raffle,
      uid: "raffle-2",
      starts_at: "2026-11-27T00:00:00+09:00",
      ends_at: "2026-12-04T00:00:00+09:00",
      restaurant_name: "天ぷら",
    };
    await show([before, opening, late]);
    const month = screen.getByRole("table", { name: "2026年12月" });
    expect(within(month).getAllByRole("row")).toHaveLength(6);
    const busy = within(month).getAllByRole("link");
    expect(busy.map((day) => [day.getAttribute("href"), day.textContent])).toEqual([
      ["#day-2026-12-01", "1抽選 天ぷら"],
      ["#day-2026-12-01", "2抽選 天ぷら"],
      ["#day-2026-12-03", "3抽選 天ぷら予約開始 鮨かぐら"],
      ["#day-2026-12-20", "20予約開始 焼鳥ともしび"],
    ]);
    expect(busy[0]).toHaveAccessibleName("12月1日 抽選 天ぷら");
    for (const day of busy) expect(document.querySelector(day.getAttribute("href")!)).not.toBeNull();
    const months = within(screen.getByRole("navigation", { name: "表示する月" })).getAllByRole("link");
    expect(months.map((one) => one.textContent).slice(0, 3)).toEqual(["2026年11月", "2026年12月", "2027年1月"]);
    expect(months[2]).toHaveAttribute("href", "/users/premium/calendar/1");
  });

  it("ends a raffle that closes at midnight on the day before", async () => {
    await show([raffle]);
    expect(screen.getByText(/抽選の受付期間/)).toHaveTextContent("2026年12月03日（木） 〜 2026年12月10日（木） 23:59");
    expect(screen.getByText(/抽選の受付期間/)).not.toHaveTextContent("12月11日");
  });

  it("keeps the last minute of a raffle that closes during the day", async () => {
    await show([{ ...raffle, ends_at: "2026-12-11T18:00:00+09:00" }]);
    expect(screen.getByText(/抽選の受付期間/)).toHaveTextContent("〜 2026年12月11日（金） 17:59");
  });

  it("explains to a diner without favourites how to fill it", async () => {
    await show([]);
    expect(screen.getByText("お店をお気に入りに追加すると、予約開始日がここに表示されます。")).toBeVisible();
    expect(screen.getByRole("link", { name: "2026年12月" })).toHaveAttribute("aria-current", "page");
  });
});
