const AT = "2026-11-28T18:30:00+09:00";
const RESTAURANT = { restaurant_name: "Kaiseki Hanaikada Kyoto", restaurant_slug: "kaiseki-hanaikada" };
const BOOKING = { reservation_uid: "rsv_1", reservation_code: "8F3K-29QM" };

/** Rows of the consoles' lists as a busy platform has them, by the page's name. */
const ROWS: Record<string, object> = {
  admin_disputes: {
    disputes: [
      {
        ...RESTAURANT,
        ...BOOKING,
        id: "dp_1QcZxT2eZvKYlo2CbGx8Yw3N",
        user_uid: "u",
        amount: 148_780,
        payment_label: "夜のおまかせコース（前払い）",
        reason_label: "Product not as described",
        stage: "needs_response",
        stage_label: "Needs an answer",
        opened_at: AT,
        evidence_due_at: AT,
        answered_at: null,
        closed_at: AT,
        note: "",
        borne_by: null,
        is_inquiry: false,
        is_refund_deferred: false,
      },
    ],
  },
  admin_adjustments: {
    adjustments: ["refund", "correction"].map((kind, number) => ({
      ...BOOKING,
      uid: `adj_${number}`,
      user_uid: "u",
      restaurant_name: RESTAURANT.restaurant_name,
      kind,
      amount: 148_780,
      borne_by: "restaurant",
      label: "夜のおまかせコース（前払い）",
      reason: "The kitchen could not serve the guest with the shellfish allergy as agreed before.",
      status: "awaiting_approval",
      is_unpaid: false,
      awaits_confirmation: number === 1,
      can_decide: true,
      can_confirm: false,
      can_withdraw: number === 1,
      requested_by: "Katherine Montgomery",
      is_by_command_line: number === 1,
      created_at: AT,
      decided_by: "山本 さくら",
      decision_reason: "",
      failure_code: null,
      finished_at: null,
    })),
  },
  admin_cancel_requests: {
    requests: ["customer", "restaurant"].map((reason) => ({
      ...RESTAURANT,
      ...BOOKING,
      uid: reason,
      reason,
      created_at: AT,
      delete_os: false,
      display_time: "2026-12-24 18:30",
      guests_count: 4,
      status: "pending",
      type: "online_reservation",
    })),
  },
  admin_no_show_fees: {
    fees: [
      {
        ...RESTAURANT,
        ...BOOKING,
        amount: 148_780,
        charge_due_at: AT,
        charge_status: "requires_payment_method",
        display_time: "2026-12-24 18:30",
        guests_count: 4,
        reason: "",
        requested_at: AT,
        status: "requested",
      },
    ],
  },
  admin_plan_change_requests: {
    requests: [
      {
        id: 1,
        user_uid: "u",
        name: "Katherine Montgomery",
        plan: "Gold, yearly",
        paid_until: AT,
        note: "Asked by phone for the monthly plan from the next period on.",
        outcome: null,
        created_at: AT,
        closed_at: null,
      },
    ],
  },
  owner_charge_invoices: {
    invoices: ["2026-10", "2026-09"].map((month, number) => ({
      id: number + 1,
      number: `2026-${number}`,
      month,
      amount: 1_148_780,
      tax: 104_434,
      no_show_fees: number === 0 ? 148_780 : null,
      no_shows_count: number === 0 ? 12 : null,
      reservations_count: 1_204,
      status: "issued",
      issued_at: AT,
      document_path: "/",
    })),
    total: 2,
    lost_disputes: [
      {
        amount: 148_780,
        borne_by: "restaurant",
        closed_at: AT,
        payment_label: "夜のおまかせコース（前払い）",
        reason_label: "The cardholder does not recognise the payment",
        reservation_code: BOOKING.reservation_code,
      },
    ],
    adjustments: [
      {
        amount: 148_780,
        borne_by: "restaurant",
        finished_at: AT,
        kind: "correction",
        payment_label: "夜のおまかせコース（前払い）",
        reason: "The kitchen could not serve the guest with the shellfish allergy as agreed before.",
        reservation_code: BOOKING.reservation_code,
      },
    ],
  },
  admin_announcements: {
    announcements: ["sent", "stopped"].map((status, number) => ({
      ...RESTAURANT,
      id: number + 1,
      subject_type: "opening_hours",
      excerpt: "We are closed over the New Year and open again on 6 January with a new menu of the season.",
      status,
      needs_admin: number === 1,
      announced_count: 40_000,
      created_at: AT,
      scheduled_at: AT,
      sent_at: AT,
    })),
  },
};

/** The page with rows in its list; other pages stay as they are. */
export function fullList(answer: unknown): unknown {
  const { page, data } = answer as { page?: string; data?: object };
  const rows = ROWS[page ?? ""];
  return rows === undefined ? answer : { ...(answer as object), data: { ...data, ...rows } };
}
