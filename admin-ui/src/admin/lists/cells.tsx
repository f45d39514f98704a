import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant } from "@/admin/navigation";
import { AppLink } from "@/console/ui";

/** An instant in Japan's local time. */
export function Instant({ at }: { at: string }) {
  return useInstant()(at);
}

interface OfRestaurant {
  restaurant_slug: string;
  restaurant_name: string;
}

export function RestaurantLink({ row }: { row: OfRestaurant }) {
  return <AppLink to={paths.restaurant(row.restaurant_slug)}>{row.restaurant_name}</AppLink>;
}

interface OfReservation {
  reservation_uid: string;
  reservation_code: string;
}

export function ReservationLink({ row }: { row: OfReservation }) {
  return <AppLink to={paths.reservation(row.reservation_uid)}>{row.reservation_code}</AppLink>;
}

interface Visit {
  starts_at: string;
  guests_count: number;
}

/** The time of a visit, and its guests. */
export function VisitText({ row: { starts_at, guests_count: count } }: { row: Visit }) {
  const t = useT();
  return (
    <>
      <Instant at={starts_at} /> {t("cancel_requests.guests", { count })}
    </>
  );
}
