import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import { serverNow } from "@/owner/api";
import { MAX_DAYS, isFloorCached, cacheDay, cacheFloor, cachedDay, cachedAsOf, surplus } from "./days";
import { clearOfflineData } from "./guard";
import { openDatabase } from "./store";
import type { CachedDay } from "./store";

const HOUR = 60 * 60 * 1000;
const NOW = Date.parse("2026-12-08T09:00:00Z");

const page = (date: string, over: object = {}) =>
  ({
    page: "owner_daily_calendar",
    locale: "ja",
    now: "2026-12-08T18:00:00+09:00",
    csrf_token: "secret",
    flash: [{ kind: "notice", message: "ようこそ", sticky: false }],
    session: {
      email: "o@seki.test",
      is_admin: false,
      is_impersonated: false,
      restaurant: { slug: "kagura", today: "2026-12-08", time_zone: "Asia/Tokyo" },
      ...over,
    },
    data: { date, is_today: date === "2026-12-08", items: [] },
  }) as never;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  await clearOfflineData();
  sessionStorage.clear();
});

it("caches a day with its time, without token and flash, and shows it at the current time", async () => {
  await cacheDay(page("2026-12-08"), NOW - 1_000);
  vi.setSystemTime(NOW + 5 * HOUR);
  const kept = await cachedDay("/en/owners/daily_calendars/2026-12-08?x=1");
  expect(kept).toMatchObject({ csrf_token: "", flash: [], now: serverNow().toISOString(), data: { is_today: true } });
  expect(kept && cachedAsOf(kept.data)).toBe(NOW - 1_000);
  vi.setSystemTime(NOW + 7 * HOUR);
  const later = await cachedDay("/owners/daily_calendars/2026-12-08");
  expect(later, "after midnight").toMatchObject({ data: { is_today: false } });
  expect(later?.session?.restaurant.today).toBe("2026-12-09");
});

const PLAN = { version: 3, tables: [] };
const columns = (name: string) => [{ key: name }];

it("caches the floor plan with the day, and shows the newest state in both views", async () => {
  const calendar = page("2026-12-08") as { data: object };
  const day = (over: object) => ({ ...calendar.data, ...over });
  await cacheDay({ ...calendar, data: day({ columns: columns("18:00"), is_quarter_hour: false }) } as never, NOW);
  expect(await isFloorCached("kagura", "2026-12-08")).toBe(false);
  expect(await cachedDay("/owners/floor_plans/2026-12-08"), "its plan was never opened").toBeNull();

  const seen = { day: day({ columns: columns("18:15"), is_quarter_hour: true, daily_memo: "新" }), plan: PLAN };
  await cacheFloor({ ...calendar, page: "owner_floor_plan", data: seen } as never, NOW + 1_000);
  const floor = await cachedDay("/owners/floor_plans/2026-12-08");
  expect(floor).toMatchObject({ page: "owner_floor_plan", csrf_token: "", data: { plan: PLAN } });
  expect(floor && cachedAsOf(floor.data)).toBe(NOW + 1_000);
  const kept = await cachedDay("/owners/daily_calendars/2026-12-08");
  expect(kept, "in the chosen columns").toMatchObject({
    page: "owner_daily_calendar",
    data: { daily_memo: "新", columns: columns("18:00"), is_quarter_hour: false },
  });

  await cacheDay({ ...calendar, data: day({ daily_memo: "最新" }) } as never, NOW + 2_000);
  expect(await cachedDay("/owners/floor_plans/2026-12-08")).toMatchObject({ data: { day: { daily_memo: "最新" } } });
  expect(await isFloorCached("kagura", "2026-12-08")).toBe(true);
  expect(await isFloorCached("other", "2026-12-08")).toBe(false);
});

it("shows a day of which only the floor was opened", async () => {
  const calendar = page("2026-12-08") as { data: object };
  await cacheFloor({ ...calendar, page: "owner_floor_plan", data: { day: calendar.data, plan: PLAN } } as never, NOW);
  expect(await cachedDay("/owners/daily_calendars/2026-12-08")).toMatchObject({ data: { date: "2026-12-08" } });
  await clearOfflineData();
  expect(await cachedDay("/owners/floor_plans/2026-12-08")).toBeNull();
});

it("shows no other day, no other restaurant, and no state older than a day", async () => {
  await cacheDay(page("2026-12-08"), NOW);
  expect(await cachedDay("/owners/daily_calendars/2026-12-09")).toBeNull();
  expect(await cachedDay("/owners/daily_calendars/2026-12-08?owners_restaurant_slug=other")).toBeNull();
  expect(await cachedDay("/owners/customers")).toBeNull();
  vi.setSystemTime(NOW + 24 * HOUR);
  expect(await cachedDay("/owners/daily_calendars/2026-12-08")).toBeNull();
});

it.each([{ is_admin: true }, { is_impersonated: true }])("caches nothing for %o", async (over) => {
  await cacheDay(page("2026-12-08", over), NOW);
  expect(await (await openDatabase()).count("days")).toBe(0);
});

it("caches few days: today, the last viewed ones, and no old ones", async () => {
  const day = (date: string, viewedAt: number) => ({ slug: "kagura", date, viewedAt, asOf: NOW }) as CachedDay;
  const days = [
    day("2026-12-05", NOW),
    day("2026-12-08", 1),
    ...[10, 11, 12, 13, 14].map((date) => day(`2026-12-${date}`, date)),
  ];
  const gone = surplus(days, "2026-12-08", NOW).map(({ date }) => date);
  expect(gone).toEqual(["2026-12-05", "2026-12-10"]);
  expect(days.length - gone.length).toBe(MAX_DAYS);
});
