import { useSearchParams } from "react-router";
import { useTranslation } from "react-i18next";
import type { NewReservationPage } from "@/api";
import { formatDate } from "@seki/shared/civil-time";
import { AppLink, paths, useLocale } from "@/navigation";
import { Notice } from "@/ui";

/** Shows the ticket of the address before the diner chooses: an expired ticket would be rejected at the end. */
export function TicketNotice({ page }: { page: NewReservationPage }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [params] = useSearchParams();
  const { ticket, restaurant } = page;
  if (ticket === null) return null;
  const { code, is_good, valid_till } = ticket;
  const date = valid_till ? formatDate(valid_till, locale) : "";
  if (is_good) {
    return (
      <Notice kind="info">{t(valid_till ? "booking.ticket.good_till" : "booking.ticket.good", { code, date })}</Notice>
    );
  }
  const rest = new URLSearchParams(params);
  rest.delete("ticket_code");
  const without = `${paths.newReservationOf(restaurant.slug)}${rest.size > 0 ? `?${rest.toString()}` : ""}`;
  return (
    <Notice kind="alert">
      <p>{t(valid_till ? "booking.ticket.over" : "booking.ticket.unknown", { code, date })}</p>
      <AppLink to={without}>{t("booking.ticket.without")}</AppLink>
    </Notice>
  );
}
