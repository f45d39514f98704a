import type { FreeDay } from "./days";
import { Diner } from "./diner";
import { tomorrowOf } from "./staff";
import type { Staff } from "./staff";
import { CARDS } from "./steps";
import { openSlot } from "./slots";

export interface Stop {
  name: string;
  path: string;
}

export const GUEST_PAGES: Stop[] = [
  { name: "home", path: "/" },
  { name: "home-empty", path: "/?keyword=zzzz" },
  { name: "restaurant", path: "/r/sushi-kagura" },
  { name: "restaurant-delivery", path: "/r/obento-hako" },
  { name: "restaurant-soon", path: "/r/tempura-soon" },
  { name: "sign-up", path: "/users/sign_up" },
  { name: "sign-in", path: "/users/sign_in" },
  { name: "sign-in-favourite", path: "/users/sign_in?sapm=&restaurant_slug=sushi-kagura&user_action=add_favorite" },
  { name: "password-new", path: "/users/password/new" },
  { name: "password-edit-invalid", path: "/users/password/edit?reset_password_token=nothing" },
  { name: "owner-sign-in", path: "/owners/sign_in" },
  { name: "owner-password-new", path: "/owners/password/new" },
  { name: "raffle", path: "/raffle" },
  { name: "raffle-bulk-entry", path: "/raffle/bulk_entry" },
  { name: "premium", path: "/premium/green" },
  { name: "club", path: "/ohc" },
  { name: "help", path: "/help" },
  { name: "legal-terms", path: "/legal/terms" },
  { name: "legal-commerce", path: "/legal/commerce" },
  { name: "missing", path: "/r/no-such-place" },
];

/** Pages of a diner with a hold and an accepted reservation, on separate days. */
export async function dinerPages(diner: Diner, freeDay: FreeDay): Promise<Stop[]> {
  await diner.registerCard(CARDS.plain);
  const date = await freeDay("kaiseki-hanaikada");
  const booked = await openSlot(diner, "kaiseki-hanaikada", date);
  await diner.confirm("kaiseki-hanaikada", booked);
  const held = await openSlot(diner, "sushi-kagura", await freeDay("sushi-kagura"));
  await diner.post("/users/api/customers", { restaurant_slug: "sushi-kagura", customer: { shop_notification: true } });
  return [
    { name: "new-reservation", path: `/r/kaiseki-hanaikada/reservations/new?date=${date}` },
    { name: "new-reservation-empty", path: "/r/obento-hako/reservations/new" },
    { name: "review", path: `/r/sushi-kagura/reservations/${held}/review` },
    { name: "reservations", path: "/users/upcoming_reservations" },
    { name: "reservation", path: `/users/reservations/${booked}` },
    { name: "reservation-edit", path: `/users/reservations/${booked}/edit` },
    { name: "payments", path: "/users/profile/payment_histories" },
    { name: "favourites", path: "/users/customers" },
    { name: "profile", path: "/users/profile" },
    { name: "account-password", path: "/users/profile/account?tab=password" },
    { name: "account-tel", path: "/users/profile/account?tab=tel" },
    { name: "account-deletion", path: "/users/profile/deletion" },
    { name: "email-edit", path: "/users/profile/account/email/edit" },
    { name: "interests", path: "/users/interest_tags/edit" },
    { name: "security", path: "/users/profile/security_settings" },
    { name: "card", path: "/users/profile/credit_card/edit" },
    { name: "pick-restaurants", path: "/users/after_registrations/pick_restaurants" },
    { name: "picked", path: "/users/after_registrations/after_pickup_restaurants" },
    { name: "confirm-email", path: "/users/after_registrations/confirm_email" },
    { name: "invitations", path: "/users/invited_reservations" },
    { name: "phone-edit", path: "/users/profile/account/tel/edit" },
    { name: "preferred", path: "/users/preferred" },
  ];
}

/** Pages of a diner who has a card and becomes a gold member, which has all of premium: Aoi of the demo recommends them. */
export async function memberPages(diner: Diner): Promise<Stop[]> {
  const { now } = (await (await diner.get("/dev/clock")).json()) as { now: string };
  const aoi = await Diner.signedIn(new URL((await diner.get("/")).url()).origin, "aoi@seki.test");
  const { own_promotion } = await aoi.page<{ own_promotion: string }>("/gold");
  const promote_uid = new URL(own_promotion).searchParams.get("promote_uid");
  await diner.post("/users/gold/subscriptions", { promote_uid });
  return [
    { name: "premium-member", path: "/users/premium" },
    { name: "premium-welcome", path: "/users/premium/welcome" },
    { name: "premium-plans", path: "/users/premium/plans/new" },
    { name: "premium-search", path: "/users/premium/restaurants?guests_count=2" },
    { name: "premium-calendar", path: `/users/premium/calendar/${Number(now.slice(5, 7))}` },
    { name: "gold", path: "/gold" },
    { name: "gold-rounds", path: "/users/gold/gold_rounds" },
  ];
}

/** The owner's pages, of a restaurant with bookings, customers and a draft of an announcement. */
export async function staffPages(staff: Staff, slug: string): Promise<Stop[]> {
  const date = await tomorrowOf(staff, slug);
  const { reservations } = await staff.page<{ reservations: { uid: string; customer_uid: string | null }[] }>(
    "/owners/reservations?q[status_in][]=accepted&q[reservation_type_in][]=online_reservation",
  );
  const [reservation] = reservations;
  const guest = reservations.find(({ customer_uid }) => customer_uid !== null);
  const { redirect_to } = await staff.write<{ redirect_to: string }>("POST", "/owners/announcements", {
    announcement: { subject_type: "event", body: "新酒の会を催します。" },
    commit: "confirm",
  });
  return [
    { name: "owner-home", path: "/owners" },
    { name: "owner-day", path: `/owners/daily_calendars/${date}` },
    { name: "owner-floor", path: `/owners/floor_plans/${date}` },
    { name: "owner-month", path: `/owners/monthly_calendars/${date.slice(0, 7)}` },
    { name: "owner-holidays", path: "/owners/holidays" },
    { name: "owner-reservations", path: "/owners/reservations" },
    { name: "owner-reservation", path: `/owners/reservations/${reservation?.uid}` },
    { name: "owner-cancel-request", path: `/owners/reservation_cancel_requests/new?uid=${reservation?.uid}` },
    { name: "owner-customers", path: "/owners/customers" },
    { name: "owner-customer", path: `/owners/customers/${guest?.customer_uid}` },
    { name: "owner-reviews", path: "/owners/reviews" },
    { name: "owner-blacklist", path: "/owners/restaurant_blacklisted_phone_numbers" },
    { name: "owner-announcements", path: "/owners/announcements" },
    { name: "owner-announcement-new", path: "/owners/announcements/new" },
    { name: "owner-announcement-edit", path: redirect_to.replace(/confirm$/, "edit") },
    { name: "owner-announcement-confirm", path: redirect_to },
    { name: "owner-notifications", path: "/owners/notifications" },
    { name: "owner-cancellation-slots", path: "/owners/restaurant_operation/edit" },
    { name: "owner-delivery", path: `/owners/restaurant_delivery_settings/${slug}/edit` },
    { name: "owner-invoices", path: "/owners/restaurant_charge_invoices" },
    { name: "owner-reports", path: "/owners/reports" },
    { name: "owner-security", path: "/owners/security_settings" },
  ];
}
