import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import { joiner, plainDate, yen } from "@/console/i18n/page-language";
import type { Schemas } from "@/owner/api";
import { formatInstant } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import type { Translate } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { Facts } from "@/console/ui";
import type { Fact } from "@/console/ui";
import { PhoneLink } from "../phone/PhoneLink";
import { coursePriceText } from "./course-price";

type Detail = Schemas["ReservationDetail"];

const paid = (amount: number | null) => amount !== null && amount > 0 && yen(amount);

/** Shows the details of a reservation and its customer. */
export function ReservationFacts({ reservation: r }: { reservation: Detail }) {
  const t = useT();
  const { locale, session } = usePage<"owner_daily_calendar">();
  const at = (instant: string | null) => instant && formatInstant(instant, locale, session.restaurant.time_zone);
  const undelivered = at(r.invite_undelivered_at);
  const isEnded = r.status !== "accepted" && r.status !== "pending";
  const source = r.offsite_source === "inbound_hotel" ? t("pane.inbound_hotel") : t("pane.inbound");
  const facts: Fact[] = [
    [t("pane.allergy"), inRed(r.allergy_description)],
    [t("pane.tags"), r.customer_tags.join(joiner())],
    [t("pane.code"), session.is_admin ? <AdminLinks key="code" reservation={r} /> : r.reservation_code],
    [t("pane.visit"), `${plainDate(r.date)} ${r.start_time}–${r.end_time}`],
    [t("pane.seats"), [r.inventory_group.title, r.inventory_items.map(({ label }) => label).join(joiner())].join(" ")],
    r.delivery
      ? [t("pane.portions"), t("pane.portions_value", { count: r.guests_count })]
      : [t("pane.guests"), t("console.guests", { count: r.guests_count })],
    [t("pane.arrival"), r.delivery?.arrival],
    [t("pane.deliver_to"), r.delivery?.address],
    [t("pane.recipient"), r.delivery && recipient(r.delivery)],
    [t("pane.course"), r.course_name],
    [t("pane.course_price"), coursePriceText(t, r.course_price, r.guests_count, r.delivery !== null)],
    [t("pane.prepaid_price"), r.is_prepaid && paid(r.prepaid_price)],
    [t("pane.prepaid_due"), r.status === "pending" && paid(r.prepaid_price)],
    [t("pane.cancellation_fee"), paid(r.cancellation_fee)],
    [t("pane.payment_dispute"), disputeText(t, r)],
    [t("pane.offsite_source"), r.offsite_source !== null && source],
    [t("pane.name"), r.customer_fullname || r.full_name_string],
    [t("pane.kana"), r.customer_fullname_kana.trim()],
    [t("pane.nickname"), r.nickname !== r.customer_fullname && r.nickname],
    [t("pane.phone"), phone(r)],
    [t("pane.email"), mail(r)],
    [t("pane.invitation_email"), r.invitation_email],
    [t("pane.group"), r.customer_uid !== null && (r.customer_group_label ?? t("pane.no_group"))],
    [t("pane.visits"), r.customer_uid !== null && t("pane.visits_value", { count: r.visit_count })],
    [t("pane.no_shows"), r.no_show_count > 0 && inRed(t("pane.visits_value", { count: r.no_show_count }))],
    [t("pane.special_request"), r.special_request],
    [t("pane.dislikes"), r.dislikes],
    [t("pane.preferences"), r.formated_preferences.join("\n")],
    [t("pane.internal_memo"), r.internal_memo],
    [t("pane.customer_internal_memo"), r.customer_internal_memo],
    [t("pane.undelivered"), undelivered !== null && inRed(t("pane.undelivered_value", { at: undelivered }))],
    [t("pane.sent_at"), at(r.invite_sent_at)],
    [t("pane.expires_at"), r.status === "pending" && at(r.expired_at)],
    [t("pane.accepted_at"), at(r.accepted_at)],
    [t("pane.ended_as"), r.ended_as && t(`customer.ended.${r.ended_as}`)],
    [t("pane.ended_at"), isEnded && at(r.expired_at)],
    [t("pane.created_at"), at(r.created_at)],
  ];
  return <Facts facts={facts} />;
}

/** Says why a refund waits, or which amount a bank returned. */
function disputeText(t: Translate, { payment_dispute: state, lost_amount: lost }: Detail) {
  if (state === "open") return t("pane.dispute.open");
  return state === "lost" && t("pane.dispute.lost", { amount: yen(lost) });
}

/** Shows important text in red. */
function inRed(text: string) {
  return (
    text !== "" && (
      <Box component="strong" sx={{ color: "error.main" }}>
        {text}
      </Box>
    )
  );
}

function recipient({ name, phone_number }: Schemas["StaffDelivery"]) {
  return (
    <>
      {name} <PhoneLink number={phone_number} />
    </>
  );
}

function phone({ display_phone_number: number }: Detail) {
  return number !== "" && <PhoneLink number={number} />;
}

function mail({ email }: Detail) {
  return email !== null && <MuiLink href={`mailto:${email}`}>{email}</MuiLink>;
}

/** Links for an admin to the admin console's pages of the reservation (owner §6). */
function AdminLinks({ reservation }: { reservation: Detail }) {
  const t = useT();
  return (
    <Box component="span" sx={{ display: "flex", flexWrap: "wrap", columnGap: 2 }}>
      <MuiLink href={paths.adminReservation(reservation.uid)} aria-label={t("pane.admin_reservation")}>
        {reservation.reservation_code}
      </MuiLink>
      <MuiLink href={paths.adminCharges(reservation.uid)}>{t("pane.admin_charges")}</MuiLink>
    </Box>
  );
}
