import { addDays } from "@seki/shared/civil-time";
import { FACILITIES, aCard, aReservation, aRestaurant, aSavedCard } from "./builders";
import { aChargeRecord, anInvitation, anOffer } from "./member-builders";
import { AREAS, CUISINES, ONE_PAGE, currentPage, unknownConditions } from "./mock-context";
import type { MockPages } from "./mock-context";
import { noAnswers, orders } from "./mock-restaurants";

/** Pages of signed-in diners, by path. */
export const MEMBER_PAGES: MockPages = {
  "/users/upcoming_reservations": ({ world, page, ours }) =>
    page("upcoming_reservations", {
      reservations: world.cancelled.has(ours.uid) ? [] : [ours, { ...ours, uid: "rsv_2", needs_3ds: true }],
      past: [aReservation({ uid: "rsv_0", status: "void", date: addDays(world.today, -20) }), ...orders()],
      ...ONE_PAGE,
    }),
  "/users/customers": ({ page }) => page("customers", { restaurants: [], ...ONE_PAGE }),
  "/gold": ({ world, page }) =>
    page("gold", {
      offer: anOffer({ grade: "gold", stripe_price_id: "price_gold", amount: 9800 }),
      has_card: world.card,
      subscription: null,
      promote_uid: null,
      own_promotion: null,
    }),
  "/ohc": ({ world, page }) =>
    page("ohc", {
      is_member: false,
      is_invited: false,
      offer: null,
      has_card: world.card,
      subscription: null,
    }),
  "/users/premium": ({ world, page }) =>
    page("premium", {
      areas: AREAS,
      cuisines: CUISINES,
      facilities: FACILITIES,
      today: world.today,
      month: 12,
      subscriptions: [],
    }),
  "/users/premium/calendar/12": ({ page }) =>
    page("premium_calendar", { month: 12, first_day: "2026-12-01", events: [], feed_url: null }),
  "/users/profile/payment_histories": ({ page }) =>
    page("payment_histories", {
      charges: [aChargeRecord()],
      email: "hanako@seki.test",
      name: "山田 花子",
      total_pages: 1,
      current_page: 1,
    }),
  "/users/invited_reservations/rsv_1": ({ page }) => page("invited_reservation", anInvitation()),
  "/users/premium/plans/new": ({ world, page }) =>
    page("premium_plans_new", {
      prices: [anOffer()],
      trial_months: null,
      trial_refusal: null,
      campaign_code: null,
      is_code_unknown: false,
      coupon: null,
      has_card: world.card,
      is_included: false,
      position: null,
      type: null,
      subscription: null,
    }),
  "/users/premium/restaurants": ({ world, query, page }) =>
    page("premium_restaurants", {
      areas: AREAS,
      cuisines: CUISINES,
      facilities: FACILITIES,
      today: world.today,
      params: {
        area: "",
        area_id: null,
        cuisines: [],
        facilities: [],
        from_date: world.today,
        to_date: addDays(world.today, 6),
        keyword: query.get("keyword") ?? "",
        operations: [],
        guests_count: Number(query.get("guests_count")) || null,
        inventory_type: null,
        price_min: null,
        price_max: null,
      },
      restaurants:
        currentPage(query) > 1
          ? []
          : [{ ...aCard(), available_dates: [addDays(world.today, 1), addDays(world.today, 2)] }],
      ignored_conditions: unknownConditions(query),
      total_count: 1,
      current_page: currentPage(query),
      has_more: false,
    }),
  "/users/reservations/rsv_1": ({ world, page, ours }) =>
    page("reservation", {
      reservation: { ...ours, status: world.cancelled.has(ours.uid) ? "void" : "accepted" },
      restaurant: { ...aRestaurant(), is_hidden: false },
      is_winners_booking: false,
      charges: [
        {
          kind: "reservation_fee",
          label: "予約手数料",
          amount: 780,
          status: "succeeded",
          refund_due: 0,
          refunded_amount: 0,
          dispute: null,
          lost_amount: 0,
        },
        {
          kind: "prepaid_course",
          label: "夜のおまかせ（前払）",
          amount: 48000,
          status: "succeeded",
          refund_due: 0,
          refunded_amount: 0,
          dispute: null,
          lost_amount: 0,
        },
      ],
      cancellation: {
        fee: 14400,
        refund: 33600,
        returned_by_bank: 0,
        text: "いまキャンセルすると、コース料金の30%をいただきます。",
        allowed: !world.cancelled.has(ours.uid),
      },
      policy_text: aRestaurant().cancellation_policy_text,
      no_show_fee_text: null,
      edit_refusal: null,
      preferences: noAnswers(),
      after_booking_questions: [],
      reminder: { by_sms: false },
      calendar_path: "/users/reservations/rsv_1/calendar.ics",
      confirmation_sent_to: null,
      history: [{ at: "2026-11-20T10:03:00+09:00", label: "予約が確定しました" }],
    }),
  "/users/reservations/rsv_1/edit": ({ world, page, ours }) =>
    page("reservation_edit", {
      reservation: ours,
      restaurant: { ...aRestaurant(), is_hidden: false },
      locked_reason: world.locked_reason,
      guests_options: [1, 2, 3].map((guests_count) => ({
        guests_count,
        difference: Math.max(0, guests_count - ours.guests_count) * 24390,
        refund: Math.max(0, ours.guests_count - guests_count) * 24000,
      })),
      is_invited: false,
      preferences: noAnswers(),
      questions: [],
      longest_request: 2000,
      fewer_refused: null,
    }),
  "/users/profile": ({ world, page, user }) =>
    page("profile", {
      email: user.email,
      name_last: user.name_last,
      name_first: user.name_first,
      kana_last: "ヤマダ",
      kana_first: "ハナコ",
      prefecture: "東京都",
      prefecture_label: "東京都",
      phone_country: "JP",
      phone_local_number: "9012345678",
      phone_display: "09012345678",
      card: world.card ? aSavedCard() : null,
      two_factor_with_email_enabled: false,
      allergy_description: "",
      dislikes: "パクチー",
      gold_user_profile: null,
      may_edit_gold_profile: false,
    }),
  "/users/profile/deletion": ({ page }) => page("account_deletion", { obstacles: [], proof_ways: ["password"] }),
  "/users/profile/account/email/edit": ({ page, user }) =>
    page("email_edit", {
      email: user.email,
      email_confirmed: user.email_confirmed,
      pending_email: null,
      proof_ways: ["password"],
    }),
  "/users/profile/security_settings": ({ page, user }) =>
    page("security_settings", {
      two_factor_with_email_enabled: false,
      email_confirmed: user.email_confirmed,
      security: { authenticator: null, sessions: [] },
      passkeys: [],
      can_add_passkeys: true,
    }),
  "/users/profile/account/tel/edit": ({ query, page }) =>
    page("phone_edit", {
      next: query.get("next"),
      phone_display: "09012345678",
      is_confirmed: true,
      countries: [
        { code: "JP", dial_code: "81" },
        { code: "US", dial_code: "1" },
      ],
      phone_pattern: "^0?[1-9][0-9]{7,14}$",
      proof_ways: ["password"],
    }),
  "/users/profile/credit_card/edit": ({ world, query, page }) =>
    page("credit_card_edit", {
      card: world.card ? aSavedCard() : null,
      next: query.get("next"),
      owed: [],
      owed_total: 0,
      unpaid_renewals: [],
      proof_ways: world.card ? ["password"] : [],
    }),
};
