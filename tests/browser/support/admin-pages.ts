import { expect } from "@playwright/test";
import type { APIRequestContext } from "@playwright/test";
import type { Stop } from "./pages";

const SLUG = "sushi-kagura";

/** Sections and settings of a restaurant that have a page and nothing of their own to name. */
const SECTIONS = [
  "raffle_rounds",
  "pictures",
  "masters/courses",
  "masters/customer_groups",
  "masters/inventory_items",
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

/** Something of the demo that has a page. */
function first<T>(list: T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error("the demo lacks something that has a page");
  return one;
}

/** The admins' pages, of a restaurant with bookings, a raffle and templates; `api` is an admin's. */
export async function adminPages(api: APIRequestContext): Promise<Stop[]> {
  const data = async <D>(path: string): Promise<D> => {
    const answer = await api.get(path, { headers: { Accept: "application/json" } });
    expect(answer.status(), `GET ${path}`).toBe(200);
    return ((await answer.json()) as { data: D }).data;
  };
  const at = (path: string) => `/admin/r/${SLUG}/${path}`;
  const { users } = await data<{ users: { uid: string }[] }>("/admin/users?q=hanako%40");
  const { raffle_rounds: raffles } = await data<{ raffle_rounds: { uid: string }[] }>(at("raffle_rounds"));
  const { online_stock_groups: slots } = await data<{ online_stock_groups: { uid: string }[] }>(
    at("online_stock_groups"),
  );
  const { reservations } = await data<{ reservations: { uid: string }[] }>(at("online_reservations"));
  const { templates } = await data<{ templates: { id: number }[] }>(at("online_stock_refillment_templates"));
  const paths = [
    "/admin/restaurants",
    "/admin/restaurants/new",
    `/admin/restaurants/${SLUG}`,
    `/admin/restaurants/${SLUG}/edit`,
    `/admin/restaurants/${SLUG}/restaurant_email_subscriptions/new`,
    "/admin/masters/areas",
    "/admin/masters/cuisines",
    "/admin/users?q=hanako%40",
    `/admin/users/${first(users).uid}`,
    "/admin/audit_events",
    "/admin/cancel_requests?all=1",
    "/admin/gold_plan_change_requests?all=1",
    "/admin/security_settings",
    "/admin/health",
    "/admin/jobs",
    "/admin/reservation_round_plans/lint",
    `/admin/owners/1/login_as?owners_restaurant_slug=${SLUG}`,
    `/admin/reservations/${first(reservations).uid}`,
    `/admin/reservations/${first(reservations).uid}/reservation_charges`,
    ...SECTIONS.map(at),
    at(`raffle_rounds/${first(raffles).uid}`),
    at(`online_stock_groups/${first(slots).uid}`),
    at(`online_stock_refillment_templates/${first(templates).id}/edit`),
  ];
  return paths.map((path) => ({ name: path, path }));
}

/** Where admins come in. */
export const ADMIN_DOORS: Stop[] = [
  { name: "admin-sign-in", path: "/admin/sign_in" },
  { name: "admin-password-new", path: "/admin/password/new" },
];
