import type { TFunction } from "i18next";
import type { Locale, ReservationSummary } from "@/api";
import { formatDate, formatVisit } from "@seki/shared/civil-time";

/** The hours of a delivery: `8-12` is from eight to twelve. */
const HOURS = /^(\d{1,2})-(\d{1,2})$/;

/** When guests come, an order is fetched, or a delivery arrives. */
export function whenOf(
  t: TFunction,
  { date, starts_at, delivery, restaurant }: Pick<ReservationSummary, "date" | "starts_at" | "delivery" | "restaurant">,
  locale: Locale,
): string {
  // Its hours are chosen on the page that completes the order.
  if (!delivery) return restaurant.is_delivery_only ? formatDate(date, locale) : formatVisit(starts_at, locale);
  const [, from, till] = HOURS.exec(delivery.time_slot) ?? [];
  const hours = from && till ? t("reservations.hours", { from, till }) : delivery.time_slot;
  return `${formatDate(delivery.arrives_on, locale)} ${hours}`;
}
