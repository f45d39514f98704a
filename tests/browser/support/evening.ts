import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { JUSTIFICATION, signInAsAdmin } from "./admin";
import { staffInvitation } from "./staff";
import type { Staff } from "./staff";

const OWNER = "owner@seki.test";

interface Seat {
  uid: string;
  label: string;
}

export interface Item {
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

/** A restaurant of these seats that opens for dinner, without a slot on the web, and whose owner is the demo's. */
export async function foundRestaurant(page: Page, slug: string, seatingAreas: SeatingArea[]): Promise<void> {
  await signInAsAdmin(page);
  const headers = { Accept: "application/json" };
  const list = await page.request.get("/admin/restaurants/new", { headers });
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
