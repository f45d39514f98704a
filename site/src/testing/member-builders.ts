import type { ChargeRecord, InvitedReservationPage, MemberPlan, PlanOffer, PlanQuote } from "@/api";
import { aReservation } from "./builders";

/** A price of premium. */
export function anOffer(part: Partial<PlanOffer> = {}): PlanOffer {
  const amount = part.amount ?? 980;
  return {
    grade: "green",
    stripe_price_id: "price_green",
    amount,
    interval: "month",
    interval_count: 1,
    spans: [{ from_month: 1, till_month: null, amount }],
    quote: aQuote({ amount_today: amount, first_payment_amount: amount }),
    ...part,
  };
}

/** The quote of a subscription that is paid today, as the server computes it. */
export function aQuote(part: Partial<PlanQuote> = {}): PlanQuote {
  const renews_on = part.renews_on ?? "2026-12-24";
  return {
    amount_today: 980,
    first_payment_on: "2026-11-24",
    first_payment_amount: 980,
    renews_on,
    following: [{ on: renews_on, amount: part.first_payment_amount ?? 980 }],
    trial_months: null,
    overlaps: [],
    ...part,
  };
}

/** A subscription that renews. */
export function aMemberPlan(part: Partial<MemberPlan> = {}): MemberPlan {
  return {
    grade: "green",
    status: "active",
    stripe_subscription_id: "sub_1",
    stripe_price_id: "price_green",
    amount: 980,
    interval: "month",
    interval_count: 1,
    period_end: "2026-12-24T10:00:00+09:00",
    period_end_unix: 1_798_074_000,
    is_cancelled: false,
    pay_by: null,
    ...part,
  };
}

/** An accepted invitation of four guests, who may become fewer. */
export function anInvitation(part: Partial<InvitedReservationPage> = {}): InvitedReservationPage {
  const reservation = aReservation({ guests_count: 4 });
  return {
    invitation: {
      ...reservation,
      deadline: "2026年12月20日 18:00",
      deadline_at: "2026-12-20T18:00:00+09:00",
      is_open: false,
    },
    restaurant: reservation.restaurant,
    can_reduce_guests: true,
    requested_guests_count: null,
    card: null,
    needs_card: false,
    needs_sign_in: false,
    invited_token: null,
    charges: [],
    total: 0,
    pay_at_restaurant: 0,
    payment_problem: null,
    policy: { text: "", tiers: [], no_show: null },
    final_confirmation: [],
    ...part,
  };
}

/** A paid course, whose receipt was not mailed. */
export function aChargeRecord(part: Partial<ChargeRecord> = {}): ChargeRecord {
  return {
    id: 12,
    gateway_fid: "pi_12",
    kind: "prepaid_course",
    label: "コース代金（前払）",
    amount: 20_000,
    at: "2026-12-01T12:00:00+09:00",
    display_at: "2026年12月01日 12:00",
    status: "succeeded",
    has_documents: true,
    receipt_sent_at: null,
    refund_due: 0,
    refunded_amount: 0,
    lost_amount: 0,
    kept_fee: 0,
    refunds: [],
    dispute: null,
    reservation_uid: "rsv_1",
    reservation_code: "BCDF2345",
    restaurant_name: "鮨かぐら",
    visit: "2026年12月08日 18:00",
    ...part,
  };
}
