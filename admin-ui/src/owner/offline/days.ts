import { addDays, dateInZone } from "@seki/shared/civil-time";
import { storedRestaurant, serverNow } from "@/owner/api";
import type { Page } from "@/owner/api";
import { openDatabase } from "./store";
import type { CachedDay } from "./store";

type DayPage = Page<"owner_daily_calendar">;
type FloorPage = Page<"owner_floor_plan">;

/** Maximum number of cached days: today and the last viewed ones. */
export const MAX_DAYS = 5;
/** Limits of a cached day: days after its date, and age of its state. */
const DAYS_BACK = 2;
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

const times = new WeakMap<object, number>();

/** Returns the time at which a cached page was current; undefined for a page from the server. */
export function cachedAsOf(data: object): number | undefined {
  return times.get(data);
}

/** Reports whether pages of the session may be cached: not for admins and not during an impersonation. */
export function mayCache(session: DayPage["session"] | undefined): session is NonNullable<DayPage["session"]> {
  return session != null && !session.is_impersonated && !session.is_admin;
}

/** Caches the state of a day, without the data of one request. A cached floor plan stays with it. */
export async function cacheDay(page: DayPage, asOf: number): Promise<void> {
  await put(page, asOf, ({ plan }) => ({ page, plan }));
}

/** Caches a day from its floor page. That page has finer columns, so the cached columns of the calendar stay. */
export async function cacheFloor({ data: { day, plan }, ...rest }: FloorPage, asOf: number): Promise<void> {
  const page: DayPage = { ...rest, page: "owner_daily_calendar", data: day };
  await put(page, asOf, ({ page: before }) => {
    const { columns, is_quarter_hour } = before?.data ?? day;
    return { page: { ...page, data: { ...day, columns, is_quarter_hour } }, plan };
  });
}

type Snapshot = Pick<CachedDay, "page" | "plan">;

async function put(page: DayPage, asOf: number, after: (before: Partial<Snapshot>) => Snapshot): Promise<void> {
  const { session } = page;
  if (!mayCache(session)) return;
  const { slug } = session.restaurant;
  const now = Date.now();
  const { date } = page.data;
  const { store, done } = (await openDatabase()).transaction("days", "readwrite");
  const picture = after((await store.get([slug, date])) ?? {});
  const shown = { ...picture, page: { ...picture.page, csrf_token: "", flash: [] } };
  const offset = serverNow().getTime() - now;
  await store.put({ ...shown, slug, date, who: session.email, asOf, viewedAt: now, offset });
  await done;
  await evict(slug, session.restaurant.today);
}

/** Records that a cached day was still current at a later time. */
export async function markCurrent(slug: string, date: string, asOf: number): Promise<void> {
  const store = (await openDatabase()).transaction("days", "readwrite").store;
  const day = await store.get([slug, date]);
  if (day && day.asOf < asOf) await store.put({ ...day, asOf });
}

/** Returns the cached days beyond the maximum number or age. */
export function surplus(days: readonly CachedDay[], today: string, now: number): CachedDay[] {
  const isFresh = (day: CachedDay) => day.date >= addDays(today, -DAYS_BACK) && now - day.asOf < MAX_AGE_MS;
  const rank = (day: CachedDay) => (day.date === today ? Infinity : day.viewedAt);
  const fresh = days.filter(isFresh).toSorted((one, other) => rank(other) - rank(one));
  const stay = new Set(fresh.slice(0, MAX_DAYS));
  return days.filter((day) => !stay.has(day));
}

async function evict(slug: string, today: string): Promise<void> {
  const database = await openDatabase();
  const all = await database.getAll("days");
  const now = Date.now();
  // Surplus days of other restaurants are deleted at their next visit, days beyond the maximum age immediately.
  const surplusHere = surplus(
    all.filter((day) => day.slug === slug),
    today,
    now,
  );
  const old = all.filter((day) => now - day.asOf >= MAX_AGE_MS);
  for (const { slug: of, date } of new Set([...surplusHere, ...old])) await database.delete("days", [of, date]);
}

/** Returns the cached day at an address of this window, as calendar or floor page; null without a cached day. */
export async function cachedDay(address: string): Promise<DayPage | FloorPage | null> {
  const url = new URL(address, window.location.href);
  const [, view, date] = /\/owners\/(daily_calendars|floor_plans)\/(\d{4}-\d\d-\d\d)$/.exec(url.pathname) ?? [];
  if (date === undefined) return null;
  const asked = url.searchParams.get("owners_restaurant_slug") ?? url.searchParams.get("restaurant_slug");
  const slug = asked ?? storedRestaurant();
  const days = await openDatabase().then((database) => database.getAll("days"));
  const ofDate = days.filter((day) => day.date === date && (asked === null || day.slug === asked));
  const found = ofDate.find((day) => day.slug === slug) ?? ofDate.toSorted((a, b) => b.viewedAt - a.viewedAt)[0];
  if (!found || Date.now() - found.asOf >= MAX_AGE_MS) return null;
  return view === "floor_plans" ? floorOf(found) : revived(found);
}

/** Reports whether the floor plan of a day of this restaurant is available offline. */
export async function isFloorCached(slug: string, date: string): Promise<boolean> {
  const day = await (await openDatabase()).get("days", [slug, date]);
  return day?.plan !== undefined;
}

function floorOf(kept: CachedDay): FloorPage | null {
  if (kept.plan === undefined) return null;
  const page = revived(kept);
  const data = { day: page.data, plan: kept.plan };
  times.set(data, kept.asOf);
  return { ...page, page: "owner_floor_plan", data };
}

/** Returns the cached page as the server would send it now. */
function revived({ page, asOf, offset }: CachedDay): DayPage {
  const now = new Date(Date.now() + offset);
  const zone = page.session?.restaurant.time_zone ?? "Asia/Tokyo";
  const today = dateInZone(now, zone);
  const session = page.session && { ...page.session, restaurant: { ...page.session.restaurant, today } };
  const data = { ...page.data, is_today: page.data.date === today };
  times.set(data, asOf);
  return { ...page, session, data, now: now.toISOString() };
}
