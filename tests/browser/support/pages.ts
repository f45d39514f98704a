import type { Diner } from "./diner";
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
  { name: "legal-terms", path: "/legal/terms" },
  { name: "legal-commerce", path: "/legal/commerce" },
  { name: "missing", path: "/r/no-such-place" },
];

/** Pages of a diner with a hold and an accepted reservation. */
export async function dinerPages(diner: Diner, nth: number): Promise<Stop[]> {
  await diner.registerCard(CARDS.plain);
  const booked = await openSlot(diner, "kaiseki-hanaikada", nth);
  await diner.confirm("kaiseki-hanaikada", booked.uid);
  const held = await openSlot(diner, "sushi-kagura", nth);
  await diner.post("/users/api/customers", { restaurant_slug: "sushi-kagura", customer: { shop_notification: true } });
  return [
    { name: "new-reservation", path: `/r/kaiseki-hanaikada/reservations/new?date=${booked.date}` },
    { name: "new-reservation-empty", path: "/r/obento-hako/reservations/new" },
    { name: "review", path: `/r/sushi-kagura/reservations/${held.uid}/review` },
    { name: "reservations", path: "/users/upcoming_reservations" },
    { name: "reservation", path: `/users/reservations/${booked.uid}` },
    { name: "favourites", path: "/users/customers" },
    { name: "profile", path: "/users/profile" },
    { name: "security", path: "/users/profile/security_settings" },
    { name: "card", path: "/users/profile/credit_card/edit" },
    { name: "pick-restaurants", path: "/users/after_registrations/pick_restaurants" },
    { name: "picked", path: "/users/after_registrations/after_pickup_restaurants" },
    { name: "confirm-email", path: "/users/after_registrations/confirm_email" },
  ];
}
