import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { JUSTIFICATION, signInAsAdmin } from "./admin";
import type { DemoClock } from "./clock";
import { Staff, laterThan, staffInvitation, tomorrowOf } from "./staff";

const OWNER = "owner@seki.test";

interface Seat {
  uid: string;
  label: string;
}

interface Item {
  uid: string;
  title: string;
  calendar_item_type: string;
  is_walk_in: boolean;
  guests_count: number | null;
  start_time: string;
  inventory_item_uids: string[];
  service: { state: string | null } & Record<"arrived_at" | "seated_at" | "bill_at" | "left_at", string | null>;
}

export interface Day {
  inventory_groups: { uid: string; inventory_items: Seat[] }[];
  courses: { uid: string; operation: string }[];
  items: Item[];
}

/** Seats of one kind: how they are called, and how many sit at each. */
export interface SeatingArea {
  type: "counter" | "table";
  name: [ja: string, en: string];
  places: number;
  labels: string[];
}

const numbered = (sign: string, count: number) => Array.from({ length: count }, (_, n) => `${sign}${n + 1}`);

/** Eight seats in a row. */
export const COUNTER: SeatingArea[] = [
  { type: "counter", name: ["カウンター", "Counter"], places: 1, labels: numbered("C", 8) },
];
/** Forty seats: twelve tables of two and four of four. */
export const HALL: SeatingArea[] = [
  { type: "table", name: ["テーブル席", "Tables"], places: 2, labels: numbered("T", 12) },
  { type: "table", name: ["広間", "Hall"], places: 4, labels: numbered("H", 4) },
];
export const EARLY: Party["times"] = ["17:30", "19:30"];
export const LATE: Party["times"] = ["20:00", "22:00"];

/** A restaurant of these seats that opens for dinner, without a slot on the web, and whose owner is the demo's. */
export async function foundRestaurant(page: Page, slug: string, seatingAreas: SeatingArea[]): Promise<void> {
  await signInAsAdmin(page);
  const headers = { Accept: "application/json" };
  const list = await page.request.get("/admin/restaurants/new", { headers });
  expect(list.ok(), `the form of a restaurant: ${list.status()}`).toBe(true);
  const token = list.headers()["x-csrf-token"] ?? "";
  const form = (await list.json()) as { data: { choices: Record<"areas" | "cuisines", { id: number }[]> } };
  const post = async (path: string, data: object): Promise<{ id: number }> => {
    const answer = await page.request.post(path, { data, headers: { ...headers, "X-CSRF-Token": token } });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as { id: number };
  };
  const [area_id, cuisine_id] = [form.data.choices.areas[0]?.id, form.data.choices.cuisines[0]?.id];
  const named = { name_ja: "夕べの店", name_en: "Evening House", prefecture: "東京都", phone: "03-1234-5678" };
  await post("/admin/restaurants", { restaurant: { slug, ...named, area_id, cuisine_id } });
  const own = (kind: string) => `/admin/api/resources/r/${slug}/${kind}`;
  const hours = { opens_at: "17:00", closes_at: "22:30", default_stay_minutes: 120, cutoff_hours: 1 };
  await post(own("operations"), { name: "dinner", ...hours, is_active: true });
  const course = { operation: "dinner", title_ja: "おまかせ", title_en: "Omakase", price: 12_000, is_active: true };
  await post(own("courses"), course);
  for (const { type, name, places, labels } of seatingAreas) {
    const [title_ja, title_en] = name;
    const kind = { title_ja, title_en, short_label: title_en.charAt(0), inventory_type: type };
    const { id } = await post(own("inventory_groups"), { ...kind, capacity_per_stock: places });
    await post(own("inventory_items"), { inventory_group_id: id, label: labels.join("\n") });
  }
  const invitation = { email: OWNER, nickname: "神楽 一", role: "owner", ...JUSTIFICATION };
  await post(`/admin/api/r/${slug}/staff/invitations`, invitation);
  // The newest mail may still be that of another restaurant.
  await expect(async () => {
    const [, query] = (await staffInvitation(page, OWNER)).split("?");
    await post("/owners/staff_invitation", { token: new URLSearchParams(query).get("token") });
  }).toPass();
  await page.context().clearCookies();
}

export interface Party {
  name: string;
  guests: number;
  seats: string[];
  times: [from: string, till: string];
}

/** Records a booking that was taken by phone some days ago. */
export async function recordBooking(
  staff: Staff,
  date: string,
  { name, guests, seats, times }: Party,
): Promise<string> {
  const { inventory_groups: groups, courses } = await staff.page<Day>(`/owners/daily_calendars/${date}`);
  const group = groups.find(({ inventory_items }) => inventory_items.some(({ label }) => label === seats[0]));
  const headers = { "X-CSRF-Token": (await staff.api.get("/owners")).headers()["x-csrf-token"] ?? "" };
  const post = async (path: string, data: object): Promise<string> => {
    const answer = await staff.api.post(path, { data, headers });
    expect(answer.status(), await answer.text()).toBe(201);
    return ((await answer.json()) as { uid: string }).uid;
  };
  const profile_attributes = { nickname: name, phone_country: "JP", phone_local_number: "" };
  const offline_customer_uid = await post("/owners/api/customers", {
    customer: { type: "OfflineCustomer", profile_attributes },
  });
  return post("/owners/api/offline_reservations", {
    guests_count: guests,
    course_uid: courses.find(({ operation }) => operation === "dinner")?.uid,
    inventory_group_uid: group?.uid,
    inventory_item_uids: group?.inventory_items.filter(({ label }) => seats.includes(label)).map(({ uid }) => uid),
    operation: "dinner",
    starts_at: `${date}T${times[0]}`,
    ends_at: `${date}T${times[1]}`,
    internal_memo: "",
    offline_customer_uid,
  });
}

/** An evening of a restaurant that no other test uses. */
export interface Evening {
  staff: Staff;
  slug: string;
  today: string;
}

export interface EveningFixtures {
  page: Page;
  baseURL: string | undefined;
  clock: DemoClock;
}

interface Beginning extends EveningFixtures {
  /** The beginning of the restaurant's slug. */
  name: string;
  /** HH:mm in Tokyo; by default ten minutes before the restaurant opens. */
  time?: string;
  areas: SeatingArea[];
  parties: Party[];
}

/** Begins an evening with bookings. The browser is signed in as the restaurant's owner. */
export async function beginEvening(beginning: Beginning): Promise<Evening> {
  const { page, baseURL, clock, name, time = "16:50", areas, parties } = beginning;
  const slug = `${name}-${Date.now().toString(36)}`;
  await clock.goTo(time);
  await foundRestaurant(page, slug, areas);
  const staff = await Staff.signedIn(baseURL ?? "");
  const today = laterThan(await tomorrowOf(staff, slug), -1);
  for (const party of parties) await recordBooking(staff, today, party);
  await staff.enter(page.context());
  return { staff, slug, today };
}

/** The address of an evening's grid or floor, in English. */
export function addressOf({ slug, today }: Evening, view: "daily_calendars" | "floor_plans"): string {
  return `/owners/${view}/${today}?owners_restaurant_slug=${slug}&locale=en`;
}

/** Moves the clock to a time, and opens a page of the day, or the current one again. Waits for its live updates. */
export async function openAt(page: Page, clock: DemoClock, time: string, address?: string): Promise<void> {
  await clock.goTo(time);
  await (address === undefined ? page.reload() : page.goto(address));
  await expect(page.locator("[data-live=true]")).toBeVisible();
}

/** Returns the state of each party's visit on the calendar, and the time of its last step. */
export async function statesOf({ staff, today }: Evening): Promise<string[]> {
  const { items } = await staff.page<Day>(`/owners/daily_calendars/${today}`);
  return items.map(saying).toSorted();
}

function saying({ title, is_walk_in, service }: Item): string {
  const since = service.arrived_at ?? service.seated_at ?? "–";
  // To ten minutes: the demo's clock runs while the machine works.
  return `${is_walk_in ? "walk-in" : title} ${service.state ?? "awaited"} ${since.slice(0, 4)}`;
}
