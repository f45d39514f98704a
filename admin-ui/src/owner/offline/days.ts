import { addDays, dateInZone } from "@seki/shared/civil-time";
import { restaurantKept, serverNow } from "@/owner/api";
import type { Page } from "@/owner/api";
import { keptThings } from "./store";
import type { KeptDay } from "./store";

type DayPage = Page<"owner_daily_calendar">;
type FloorPage = Page<"owner_floor_plan">;

/** So many days are kept: today's, and those that were looked at last. */
export const MAX_DAYS = 5;
/** A day is kept for so long after it has passed, and a picture for so long after it was taken. */
const DAYS_BACK = 2;
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

const times = new WeakMap<object, number>();

/** Since when a page that was kept is old; undefined of one that has just come from the server. */
export function keptSince(data: object): number | undefined {
  return times.get(data);
}

/** Whether anything may be kept for whoever is signed in: not for admins, nor for those who look through an owner's eyes. */
export function mayKeep(session: DayPage["session"] | undefined): session is NonNullable<DayPage["session"]> {
  return session != null && !session.is_impersonated && !session.is_admin;
}

/** Keeps the picture of a day, without what is of this visit alone. Its plan of the floor stays beside it. */
export async function keepDay(page: DayPage, asOf: number): Promise<void> {
  await put(page, asOf, ({ plan }) => ({ page, plan }));
}

/** The same of a day that is seen on its floor. Its columns are finer: those of the calendar stay as they were chosen. */
export async function keepFloor({ data: { day, plan }, ...rest }: FloorPage, asOf: number): Promise<void> {
  const page: DayPage = { ...rest, page: "owner_daily_calendar", data: day };
  await put(page, asOf, ({ page: before }) => {
    const { columns, is_quarter_hour } = before?.data ?? day;
    return { page: { ...page, data: { ...day, columns, is_quarter_hour } }, plan };
  });
}

type Picture = Pick<KeptDay, "page" | "plan">;

async function put(page: DayPage, asOf: number, after: (before: Partial<Picture>) => Picture): Promise<void> {
  const { session } = page;
  if (!mayKeep(session)) return;
  const { slug } = session.restaurant;
  const now = Date.now();
  const { date } = page.data;
  const { store, done } = (await keptThings()).transaction("days", "readwrite");
  const picture = after((await store.get([slug, date])) ?? {});
  const shown = { ...picture, page: { ...picture.page, csrf_token: "", flash: [] } };
  const offset = serverNow().getTime() - now;
  await store.put({ ...shown, slug, date, who: session.email, asOf, lookedAt: now, offset });
  await done;
  await leaveOut(slug, session.restaurant.today);
}

/** The picture is right until a later moment than when it was read. */
export async function stillRight(slug: string, date: string, asOf: number): Promise<void> {
  const store = (await keptThings()).transaction("days", "readwrite").store;
  const day = await store.get([slug, date]);
  if (day && day.asOf < asOf) await store.put({ ...day, asOf });
}

/** Which of the kept days are too many or too old. */
export function surplus(days: readonly KeptDay[], today: string, now: number): KeptDay[] {
  const isFresh = (day: KeptDay) => day.date >= addDays(today, -DAYS_BACK) && now - day.asOf < MAX_AGE_MS;
  const rank = (day: KeptDay) => (day.date === today ? Infinity : day.lookedAt);
  const fresh = days.filter(isFresh).toSorted((one, other) => rank(other) - rank(one));
  const stay = new Set(fresh.slice(0, MAX_DAYS));
  return days.filter((day) => !stay.has(day));
}

async function leaveOut(slug: string, today: string): Promise<void> {
  const database = await keptThings();
  const all = await database.getAll("days");
  const now = Date.now();
  // Another restaurant's days are pruned when they are next looked at; what is too old goes at once.
  const surplusHere = surplus(
    all.filter((day) => day.slug === slug),
    today,
    now,
  );
  const old = all.filter((day) => now - day.asOf >= MAX_AGE_MS);
  for (const { slug: of, date } of new Set([...surplusHere, ...old])) await database.delete("days", [of, date]);
}

/** The picture of the day at an address of this window, if one is kept: in its columns, or on its floor. */
export async function keptDay(address: string): Promise<DayPage | FloorPage | null> {
  const url = new URL(address, window.location.href);
  const [, view, date] = /\/owners\/(daily_calendars|floor_plans)\/(\d{4}-\d\d-\d\d)$/.exec(url.pathname) ?? [];
  if (date === undefined) return null;
  const asked = url.searchParams.get("owners_restaurant_slug") ?? url.searchParams.get("restaurant_slug");
  const slug = asked ?? restaurantKept();
  const days = await keptThings().then((database) => database.getAll("days"));
  const ofDate = days.filter((day) => day.date === date && (asked === null || day.slug === asked));
  const found = ofDate.find((day) => day.slug === slug) ?? ofDate.toSorted((a, b) => b.lookedAt - a.lookedAt)[0];
  if (!found || Date.now() - found.asOf >= MAX_AGE_MS) return null;
  return view === "floor_plans" ? floorOf(found) : revived(found);
}

/** Whether a day of this restaurant can be shown on its floor without a line. */
export async function isFloorKept(slug: string, date: string): Promise<boolean> {
  const day = await (await keptThings()).get("days", [slug, date]);
  return day?.plan !== undefined;
}

function floorOf(kept: KeptDay): FloorPage | null {
  if (kept.plan === undefined) return null;
  const page = revived(kept);
  const data = { day: page.data, plan: kept.plan };
  times.set(data, kept.asOf);
  return { ...page, page: "owner_floor_plan", data };
}

/** The page as the server would send it, by its clock of this moment. */
function revived({ page, asOf, offset }: KeptDay): DayPage {
  const now = new Date(Date.now() + offset);
  const zone = page.session?.restaurant.time_zone ?? "Asia/Tokyo";
  const today = dateInZone(now, zone);
  const session = page.session && { ...page.session, restaurant: { ...page.session.restaurant, today } };
  const data = { ...page.data, is_today: page.data.date === today };
  times.set(data, asOf);
  return { ...page, session, data, now: now.toISOString() };
}
