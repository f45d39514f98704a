import type { TFunction } from "i18next";
import type { Locale, ReservationSummary } from "@/api";
import { formatDate, formatVisit } from "@seki/shared/civil-time";

/** Hours of a delivery: `8-12` is from eight to twelve. */
const HOURS = /^(\d{1,2})-(\d{1,2})$/;

/** Returns the time of a visit, of the pick-up of an order, or of a delivery. */
export function whenOf(
  t: TFunction,
  { date, starts_at, delivery, restaurant }: Pick<ReservationSummary, "date" | "starts_at" | "delivery" | "restaurant">,
  locale: Locale,
): string {
  // The page that completes the order asks for the hours.
  if (!delivery) return restaurant.is_delivery_only ? formatDate(date, locale) : formatVisit(starts_at, locale);
  const [, from, till] = HOURS.exec(delivery.time_slot) ?? [];
  const hours = from && till ? t("reservations.hours", { from, till }) : delivery.time_slot;
  return `${formatDate(delivery.arrives_on, locale)} ${hours}`;
}
