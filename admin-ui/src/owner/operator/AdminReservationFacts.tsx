import type { Schemas } from "@/api";
import { formatInstant } from "@site/civil-time";
import { useOffice } from "@/api";
import { useT } from "@/i18n/use-t";
import { Facts } from "@/ui";

export function AdminReservationFacts({ reservation: r }: { reservation: Schemas["AdminReservation"] }) {
  const t = useT();
  const { locale } = useOffice();
  const yen = (amount: number | null) => (amount ? t("console.yen", { amount: amount.toLocaleString("ja-JP") }) : "");
  const at = (instant: string | null) => instant && formatInstant(instant, locale);
  return (
    <Facts
      facts={[
        [t("reservations.code"), r.reservation_code],
        [t("reservations.status_label"), t(`reservations.status.${r.status}`)],
        [t("reservations.types"), t(`reservations.type.${r.type}`)],
        [t("admin_reservation.restaurant"), r.restaurant_name],
        [t("reservations.when"), r.display_time],
        [t("reservations.guests"), t("console.guests", { count: r.guests_count })],
        [t("reservations.course"), r.course_name],
        [t("reservations.prepaid"), yen(r.prepaid_price)],
        [t("admin_reservation.fee"), yen(r.reservation_fee)],
        [t("admin_reservation.cancellation_fee"), yen(r.cancellation_fee)],
        [t("admin_reservation.created"), at(r.created_at)],
        [t("admin_reservation.accepted"), at(r.accepted_at)],
        [t("admin_reservation.ended"), at(r.ended_at)],
      ]}
    />
  );
}
