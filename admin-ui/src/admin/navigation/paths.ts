/** Addresses of the admins' pages, and of the owners' first page. */
export const paths = {
  home: "/admin/home",
  restaurants: "/admin/restaurants",
  newRestaurant: "/admin/restaurants/new",
  restaurant: (slug: string) => `/admin/restaurants/${slug}`,
  editRestaurant: (slug: string) => `/admin/restaurants/${slug}/edit`,
  newEmailSubscription: (slug: string) => `/admin/restaurants/${slug}/restaurant_email_subscriptions/new`,
  editEmailSubscription: (slug: string, id: number) =>
    `/admin/restaurants/${slug}/restaurant_email_subscriptions/${id}/edit`,
  masters: (slug: string, kind: string) => `/admin/r/${slug}/masters/${kind}`,
  globalMasters: (kind: string) => `/admin/masters/${kind}`,
  staff: (slug: string) => `/admin/r/${slug}/staff`,
  pictures: (slug: string) => `/admin/r/${slug}/pictures`,
  refillTemplates: (slug: string) => `/admin/r/${slug}/online_stock_refillment_templates`,
  newRefillTemplate: (slug: string) => `/admin/r/${slug}/online_stock_refillment_templates/new`,
  editRefillTemplate: (slug: string, id: number) => `/admin/r/${slug}/online_stock_refillment_templates/${id}/edit`,
  /** The page that confirms an impersonation. */
  loginAs: (owner: number, slug: string) => `/admin/owners/${owner}/login_as?owners_restaurant_slug=${slug}`,
  /** The diners' page of a restaurant, in its current state or as if booking were open. */
  dinersPage: (slug: string) => `/r/${slug}`,
  future: (slug: string) => `/r/${slug}?future=1`,
  reservations: "/admin/reservations",
  reservation: (uid: string) => `/admin/reservations/${encodeURIComponent(uid)}`,
  charges: (uid: string) => `/admin/reservations/${encodeURIComponent(uid)}/reservation_charges`,
  /** The raffles of all restaurants, and of one. */
  allRaffles: "/admin/raffle_rounds",
  raffles: (slug: string) => `/admin/r/${encodeURIComponent(slug)}/raffle_rounds`,
  raffle: (slug: string, uid: string) =>
    `/admin/r/${encodeURIComponent(slug)}/raffle_rounds/${encodeURIComponent(uid)}`,
  /** The public page that checks the draw. */
  raffleProof: (uid: string) => `/raffle/rounds/${encodeURIComponent(uid)}`,
  users: "/admin/users",
  user: (uid: string) => `/admin/users/${encodeURIComponent(uid)}`,
  announcements: "/admin/announcements",
  release: (id: number) => `/admin/announcements/${id}/release`,
  audit: "/admin/audit_events",
  cancelRequests: "/admin/cancel_requests",
  disputes: "/admin/disputes",
  dispute: (id: string) => `/admin/disputes/${encodeURIComponent(id)}`,
  disputeEvidence: (id: string) => `/admin/disputes/${encodeURIComponent(id)}/evidence`,
  adjustments: "/admin/payment_adjustments",
  adjustment: (uid: string) => `/admin/payment_adjustments/${encodeURIComponent(uid)}`,
  /** The payments of all restaurants; `charges` is the page of one reservation. */
  chargeList: "/admin/charges",
  charge: (id: number) => `/admin/charges/${id}`,
  refunds: "/admin/refunds",
  refund: (id: number) => `/admin/refunds/${id}`,
  ledger: "/admin/ledger_transfers",
  ledgerTransfer: (id: number) => `/admin/ledger_transfers/${id}`,
  payouts: "/admin/payouts",
  payout: (id: number) => `/admin/payouts/${id}`,
  /** The admins' accounts. */
  accounts: "/admin/admin_users",
  account: (id: number) => `/admin/admin_users/${id}`,
  noShowFees: "/admin/no_show_fees",
  /** The search for a person whose data is exported or erased. */
  privacy: (q = "") => (q === "" ? "/admin/privacy" : `/admin/privacy?q=${encodeURIComponent(q)}`),
  privacySubject: (kind: "diners" | "guests", uid: string) => `/admin/privacy/${kind}/${encodeURIComponent(uid)}`,
  planChanges: "/admin/gold_plan_change_requests",
  planChange: (id: number) => `/admin/gold_plan_change_requests/${id}`,
  security: "/admin/security_settings",
  roundPlans: (slug: string) => `/admin/r/${encodeURIComponent(slug)}/reservation_round_plans`,
  operationSlots: (slug: string) => `/admin/r/${encodeURIComponent(slug)}/calendar_operation_slots`,
  features: (slug: string) => `/admin/r/${encodeURIComponent(slug)}/restaurant_feature_availability`,
  riskySettings: (slug: string) => `/admin/r/${encodeURIComponent(slug)}/restaurant_dengerous_settings`,
  roundPlansLint: "/admin/reservation_round_plans/lint",
  health: "/admin/health",
  /** Failed jobs, or jobs of another state, of one queue or of all. */
  jobs: (of: { state?: string; queue?: string } = {}) => {
    const query = new URLSearchParams(Object.entries(of).filter(([, value]) => value !== undefined)).toString();
    return query === "" ? "/admin/jobs" : `/admin/jobs?${query}`;
  },
  owners: "/owners",
  onlineStockGroups: (slug: string) => `/admin/r/${slug}/online_stock_groups`,
  onlineStockGroup: (slug: string, uid: string) => `/admin/r/${slug}/online_stock_groups/${uid}`,
  goldAllocation: (slug: string, uid: string, allocation: string) =>
    `/admin/r/${slug}/online_stock_groups/${uid}/gold_allocations/${allocation}`,
  onlineReservations: (slug: string) => `/admin/r/${slug}/online_reservations`,
  offsiteReservations: (slug: string) => `/admin/r/${slug}/offsite_reservations`,
  invitedReservations: (slug: string) => `/admin/r/${slug}/invited_reservations`,
  onlineStockDestroyer: (slug: string) => `/admin/r/${slug}/online_stock_destroyer`,
  cancelCouponCodes: (slug: string) => `/admin/r/${slug}/bulk_cancel_user_coupon_codes/new`,
  checkedCalendars: (slug: string) => `/admin/r/${slug}/bulk_checked_calendars`,
  /** Pages of the owners' console for a restaurant. */
  ownersEditAnnouncement: (slug: string, id: number) =>
    `/owners/announcements/${id}/edit?owners_restaurant_slug=${slug}`,
  ownersDay: (slug: string, date: string) => `/owners/daily_calendars/${date}?owners_restaurant_slug=${slug}`,
};
