import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import type { APIRequestContext } from "@playwright/test";
import { accountOf, inviteToTiers, JUSTIFICATION } from "./admin";
import { Diner } from "./diner";
import type { Stop } from "./pages";
import { Staff } from "./staff";
import { CARDS } from "./steps";

const SLUG = "sushi-kagura";
/** Where the demo sets slots aside for gold diners. */
const GOLD = "kaiseki-hanaikada";

const OWN_MASTERS = [
  "operations",
  "inventory_groups",
  "inventory_items",
  "courses",
  "customer_groups",
  "calendar_tags",
  "preference_questions",
  "review_page_items",
  "tickets",
  "user_coupon_codes",
  "charge_rates",
];

/** Sections and settings of a restaurant that have one page without an id. */
const SECTIONS = [
  "staff",
  "raffle_rounds",
  "pictures",
  ...OWN_MASTERS.map((name) => `masters/${name}`),
  "online_stock_groups",
  "online_reservations",
  "offsite_reservations",
  "invited_reservations",
  "online_stock_destroyer",
  "bulk_cancel_user_coupon_codes/new",
  "bulk_checked_calendars",
  "reservation_round_plans",
  "calendar_operation_slots",
  "restaurant_feature_availability",
  "restaurant_dengerous_settings",
  "online_stock_refillment_templates",
  "online_stock_refillment_templates/new",
];

const GLOBAL_MASTERS = ["areas", "cuisines", "gold_rounds", "plan_prices", "campaign_codes", "coupons", "holidays"];

const GENERAL = [
  "/admin/home",
  "/admin/restaurants",
  "/admin/restaurants/new",
  `/admin/restaurants/${SLUG}`,
  `/admin/restaurants/${SLUG}/edit`,
  `/admin/restaurants/${SLUG}/restaurant_email_subscriptions/new`,
  ...GLOBAL_MASTERS.map((name) => `/admin/masters/${name}`),
  "/admin/users",
  "/admin/users?q=hanako%40",
  "/admin/charges",
  "/admin/refunds",
  "/admin/ledger_transfers",
  "/admin/payouts",
  "/admin/admin_users",
  "/admin/audit_events",
  "/admin/reservations",
  "/admin/raffle_rounds",
  "/admin/cancel_requests?filter=%7B%7D",
  "/admin/payment_adjustments",
  "/admin/no_show_fees?filter=%7B%7D",
  "/admin/privacy?q=hanako%40",
  "/admin/gold_plan_change_requests?filter=%7B%7D",
  "/admin/disputes?state=all",
  "/admin/announcements",
  "/admin/security_settings",
  "/admin/health",
  "/admin/jobs",
  "/admin/reservation_round_plans/lint",
  `/admin/owners/1/login_as?owners_restaurant_slug=${SLUG}`,
];

/** Something of the demo that has a page. */
function first<T>(list: T[] | undefined): T {
  const one = list?.[0];
  if (one === undefined) throw new Error("the demo lacks something that has a page");
  return one;
}

/** Returns the data of the page at an address, as an admin. */
async function dataOf<D>(api: APIRequestContext, path: string): Promise<D> {
  const answer = await api.get(path, { headers: { Accept: "application/json" } });
  expect(answer.status(), `GET ${path}`).toBe(200);
  return ((await answer.json()) as { data: D }).data;
}

/** The list that a page shows under this name. */
async function listOf<T>(api: APIRequestContext, path: string, name: string): Promise<T[]> {
  return (await dataOf<Record<string, T[]>>(api, path))[name] ?? [];
}

/** The first rows of a list's page. */
async function rowsOf(api: APIRequestContext, path: string): Promise<{ id: number; uid?: string }[]> {
  return (await dataOf<{ first: { rows: { id: number; uid?: string }[] } }>(api, path)).first.rows;
}

/** The newest rows of a list. */
async function newestOf(api: APIRequestContext, list: string): Promise<{ id: number }[]> {
  const path = `/admin/api/resources/${list}`;
  const answer = await api.get(path, { headers: { Accept: "application/json" } });
  expect(answer.status(), `GET ${path}`).toBe(200);
  return (await answer.json()) as { id: number }[];
}

const at = (path: string, slug = SLUG) => `/admin/r/${slug}/${path}`;

/** Pages of what the demo has already. */
async function pagesOfTheDemo(api: APIRequestContext): Promise<string[]> {
  const user = await accountOf(api, "hanako@");
  const { uid: raffle } = first(await listOf<{ uid: string }>(api, at("raffle_rounds"), "raffle_rounds"));
  const { uid: slot } = first(await listOf<{ uid: string }>(api, at("online_stock_groups"), "online_stock_groups"));
  const { uid: reservation } = first(await listOf<{ uid: string }>(api, at("online_reservations"), "reservations"));
  const { id: template } = first(
    await listOf<{ id: number }>(api, at("online_stock_refillment_templates"), "templates"),
  );
  const gold = first(
    await listOf<{ uid: string; gold: { allocation_uid: string } }>(
      api,
      at("online_stock_groups?is_gold=1", GOLD),
      "online_stock_groups",
    ),
  );
  const { id: account } = first(await rowsOf(api, "/admin/admin_users"));
  const { id: transfer } = first(await rowsOf(api, "/admin/ledger_transfers"));
  const { id: payout } = first(await rowsOf(api, "/admin/payouts"));
  return [
    `/admin/users/${user}`,
    `/admin/admin_users/${account}`,
    `/admin/ledger_transfers/${transfer}`,
    `/admin/payouts/${payout}`,
    `/admin/privacy/diners/${user}`,
    `/admin/reservations/${reservation}`,
    `/admin/reservations/${reservation}/reservation_charges`,
    at(`raffle_rounds/${raffle}`),
    at(`online_stock_groups/${slot}`),
    at(`online_stock_groups/${gold.uid}/gold_allocations/${gold.gold.allocation_uid}`, GOLD),
    at(`online_stock_refillment_templates/${template}/edit`),
  ];
}

/**
 * Returns the pages of a draft restaurant, a saved address and a gold diner's request, which it creates if they are
 * missing.
 */
async function pagesOfThings(api: APIRequestContext, baseURL: string): Promise<string[]> {
  const drafts = () => rowsOf(api, "/admin/announcements");
  const requests = () => newestOf(api, "gold_plan_change_requests");
  const home = `/admin/restaurants/${SLUG}`;
  const addresses = async () =>
    (await dataOf<{ restaurant: { email_subscriptions: { id: number }[] } }>(api, home)).restaurant.email_subscriptions;
  if ((await drafts()).length === 0) {
    const staff = await Staff.signedIn(baseURL);
    await staff.write("POST", "/owners/announcements", { announcement: { subject_type: "event", body: "試飲会" } });
    await staff.close();
  }
  if ((await requests()).length === 0) {
    const diner = await Diner.signedIn(baseURL, "aoi@seki.test");
    await diner.post("/users/api/gold_plan_change_requests", {});
    await diner.close();
  }
  if ((await addresses()).length === 0) {
    const seen = await api.get(home, { headers: { Accept: "application/json" } });
    const headers = { Accept: "application/json", "X-CSRF-Token": seen.headers()["x-csrf-token"] ?? "" };
    const data = { restaurant_email_subscription: { email: "hall@kagura.test" } };
    const answer = await api.post(`${home}/restaurant_email_subscriptions`, { data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  return [
    `/admin/announcements/${first(await drafts()).id}/release`,
    `/admin/gold_plan_change_requests/${first(await requests()).id}`,
    `${home}/restaurant_email_subscriptions/${first(await addresses()).id}/edit`,
  ];
}

/** Refunds a part of a new gold diner's payment. */
async function refundPlan(api: APIRequestContext, baseURL: string): Promise<void> {
  const diner = await Diner.fresh(baseURL);
  await diner.registerCard(CARDS.plain);
  await inviteToTiers({ request: api }, diner.email);
  await diner.post("/users/gold/subscriptions", {});
  const params = { filter: JSON.stringify({ q: diner.email, status: "succeeded" }) };
  const paid = async () => {
    const answer = await api.get("/admin/api/resources/charges", { params, headers: { Accept: "application/json" } });
    return (await answer.json()) as { uid: string; user_uid: string }[];
  };
  await expect.poll(async () => (await paid()).length, "the plan is paid").toBeGreaterThan(0);
  const { uid, user_uid: user } = first(await paid());
  const seen = await api.get("/admin/charges", { headers: { Accept: "application/json" } });
  const headers = { Accept: "application/json", "X-CSRF-Token": seen.headers()["x-csrf-token"] ?? "" };
  const { reason, current_password } = JUSTIFICATION;
  const adjustment = { amount: 100, reason, borne_by: "operator", idempotency_key: randomUUID() };
  const data = { adjustment, current_password };
  const answer = await api.post(`/admin/users/${user}/charges/${uid}/refunds`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  await diner.close();
}

/** Returns the pages of a payment, of an admin's refund and of its entry in the ledger, which it creates if they are missing. */
async function pagesOfMoney(api: APIRequestContext, baseURL: string): Promise<string[]> {
  const refunds = () => rowsOf(api, "/admin/refunds");
  const adjustments = () => rowsOf(api, "/admin/payment_adjustments");
  if ((await refunds()).length === 0 || (await adjustments()).length === 0) {
    await refundPlan(api, baseURL);
    await expect.poll(async () => (await refunds()).length, "the refund is booked").toBeGreaterThan(0);
  }
  return [
    `/admin/charges/${first(await rowsOf(api, "/admin/charges")).id}`,
    `/admin/refunds/${first(await refunds()).id}`,
    `/admin/payment_adjustments/${first(await adjustments()).uid}`,
  ];
}

/** Pages of master data, each with a separate form. */
export const ADMIN_MASTERS = [
  ...GLOBAL_MASTERS.map((name) => `/admin/masters/${name}`),
  ...OWN_MASTERS.map((name) => at(`masters/${name}`)),
];

/** The admins' pages, of a restaurant with bookings, a raffle and templates; `api` is an admin's. */
export async function adminPages(api: APIRequestContext, baseURL: string): Promise<Stop[]> {
  const paths = [
    ...GENERAL,
    ...SECTIONS.map((section) => at(section)),
    ...(await pagesOfTheDemo(api)),
    ...(await pagesOfThings(api, baseURL)),
    ...(await pagesOfMoney(api, baseURL)),
  ];
  return paths.map((path) => ({ name: path, path }));
}

/** The page behind the link of a mail that lets an admin choose a new password; one that was sent before does as well. */
export async function newPasswordPage(api: APIRequestContext, email: string): Promise<Stop> {
  const accept = { Accept: "application/json" };
  const mailed = async () => {
    const inbox = await api.get("/dev/inbox", { params: { to: email }, headers: accept });
    const { messages } = (await inbox.json()) as { messages: { text: string }[] };
    const links = messages.map(({ text }) => /\/admin\/password\/edit\?\S+/.exec(text)?.[0]);
    return links.find((link) => link !== undefined) ?? "";
  };
  if ((await mailed()) === "") {
    const form = await api.get("/admin/password/new", { headers: accept });
    const headers = { ...accept, "X-CSRF-Token": form.headers()["x-csrf-token"] ?? "" };
    const asked = await api.post("/admin/password", { data: { admin_user: { email } }, headers });
    expect(asked.status(), await asked.text()).toBe(200);
    await expect.poll(mailed, "a mail with a link").not.toBe("");
  }
  return { name: "admin-password-edit", path: await mailed() };
}

/** Sign-in pages of the admins. The page of the second factor is in the journey that signs in with one. */
export const ADMIN_SIGN_IN_PAGES: Stop[] = [
  { name: "admin-sign-in", path: "/admin/sign_in" },
  { name: "admin-password-new", path: "/admin/password/new" },
  { name: "admin-password-edit-invalid", path: "/admin/password/edit?reset_password_token=nothing" },
];
