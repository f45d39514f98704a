import type { Schemas } from "@/admin/api";
import { formatShortInstant } from "@seki/shared/civil-time";
import { useShell } from "@/admin/api";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { AppLink, Facts } from "@/console/ui";

const paid = (amount: number | null) => (amount ? yen(amount) : "");

interface Props {
  reservation: Schemas["AdminReservation"];
  seats: string;
  end: string;
}

export function AdminReservationFacts({ reservation: r, seats, end }: Props) {
  const t = useT();
  const { locale } = useShell();
  const at = (instant: string | null) => instant && formatShortInstant(instant, locale);
  return (
    <Facts
      facts={[
        [t("reservation_facts.code"), r.reservation_code],
        [t("reservation_facts.status_label"), t(`reservation_facts.status.${r.status}`)],
        [t("reservation_facts.type_label"), t(`reservation_facts.type.${r.type}`)],
        [
          t("reservation.restaurant"),
          <AppLink key="restaurant" to={paths.restaurant(r.restaurant_slug)}>
            {r.restaurant_name}
          </AppLink>,
        ],
        [t("reservation_facts.when"), r.display_time],
        [t("booking.end"), end],
        [t("booking.seats"), seats],
        [t("reservation_facts.guests"), t("console.guests", { count: r.guests_count })],
        [t("reservation_facts.course"), r.course_name],
        [t("reservation_facts.prepaid"), paid(r.prepaid_price)],
        [t("reservation.fee"), paid(r.reservation_fee)],
        [t("reservation.cancellation_fee"), paid(r.cancellation_fee)],
        [t("reservation.created"), at(r.created_at)],
        [t("reservation.accepted"), at(r.accepted_at)],
        [t("reservation.ended"), at(r.ended_at)],
      ]}
    />
  );
}
