import { matchPath } from "react-router";

/** Every address that this application draws; other addresses are documents of the server. */
export const pagePatterns = {
  home: "/",
  sign_up: "/users/sign_up",
  sign_in: "/users/sign_in",
  password_new: "/users/password/new",
  password_edit: "/users/password/edit",
  two_factor: "/users/two_factor_authentication",
  pick_restaurants: "/users/after_registrations/pick_restaurants",
  after_pickup_restaurants: "/users/after_registrations/after_pickup_restaurants",
  confirm_email: "/users/after_registrations/confirm_email",
  restaurant: "/r/:slug",
  new_reservation: "/r/:slug/reservations/new",
  review: "/r/:slug/reservations/:uid/review",
  upcoming_reservations: "/users/upcoming_reservations",
  reservation: "/users/reservations/:uid",
  reservation_edit: "/users/reservations/:uid/edit",
  payment_histories: "/users/profile/payment_histories",
  invited_reservations: "/users/invited_reservations",
  invited_reservation: "/users/invited_reservations/:uid",
  interest_tags: "/users/interest_tags/:variant?",
  captcha_challenge: "/captcha_challenge/:key",
  customers: "/users/customers",
  preferred: "/users/preferred",
  raffle: "/raffle",
  raffle_bulk_entry: "/raffle/bulk_entry",
  raffle_round: "/raffle/rounds/:uid",
  profile: "/users/profile",
  account_deletion: "/users/profile/deletion",
  account: "/users/profile/account",
  email_edit: "/users/profile/account/email/edit",
  phone_edit: "/users/profile/account/tel/edit",
  security_settings: "/users/profile/security_settings",
  credit_card_edit: "/users/profile/credit_card/edit",
  announcement_subscription: "/announcement_subscription",
  legal_document: "/legal/:kind",
  help: "/help",
  premium_green: "/premium/green",
  premium: "/users/premium",
  premium_welcome: "/users/premium/welcome",
  premium_plans_new: "/users/premium/plans/new",
  premium_restaurants: "/users/premium/restaurants",
  premium_calendar: "/users/premium/calendar/:month",
  gold: "/gold",
  gold_rounds: "/users/gold/gold_rounds",
  ohc: "/ohc",
  widget: "/widget/:slug",
} as const;

/** The operator's documents, in their order in lists. */
export const LEGAL_KINDS = ["terms", "privacy", "commerce", "contact"] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];

interface NewReservationChoice {
  date?: string;
  slot?: string;
  guests?: string;
  time?: string;
  win?: number;
}

export const paths = {
  ...pagePatterns,
  interest_tags: "/users/interest_tags",
  interest_tags_edit: "/users/interest_tags/edit",
  accountTab: (tab: "password" | "tel") => `/users/profile/account?tab=${tab}`,
  legalOf: (kind: LegalKind) => `/legal/${kind}`,
  restaurantOf: (slug: string) => `/r/${encodeURIComponent(slug)}`,
  newReservationOf: (slug: string, { win, ...query }: NewReservationChoice = {}) => {
    const params = new URLSearchParams(query);
    if (win !== undefined) params.set("raffle_round_registration_id", String(win));
    return `/r/${encodeURIComponent(slug)}/reservations/new${params.size > 0 ? `?${params.toString()}` : ""}`;
  },
  reviewOf: (slug: string, uid: string) =>
    `/r/${encodeURIComponent(slug)}/reservations/${encodeURIComponent(uid)}/review`,
  raffleRoundOf: (uid: string) => `/raffle/rounds/${encodeURIComponent(uid)}`,
  reservationOf: (uid: string) => `/users/reservations/${encodeURIComponent(uid)}`,
  reservationEditOf: (uid: string) => `/users/reservations/${encodeURIComponent(uid)}/edit`,
  invitationOf: (uid: string) => `/users/invited_reservations/${encodeURIComponent(uid)}`,
  signUpForInvitation: (uid: string, token: string) => {
    const back = `/users/invited_reservations/${encodeURIComponent(uid)}`;
    return `/users/sign_up?${new URLSearchParams({ invited_token: token, after_sign_up_url: back }).toString()}`;
  },
  phoneEdit: (next: string) => `/users/profile/account/tel/edit?next=${encodeURIComponent(next)}`,
  creditCard: (next: string) => `/users/profile/credit_card/edit?next=${encodeURIComponent(next)}`,
  signInForFavorite: (slug: string) =>
    `/users/sign_in?sapm=&restaurant_slug=${encodeURIComponent(slug)}&user_action=add_favorite`,
  signInFrom: (address: string) => `/users/sign_in?after_sign_in_url=${encodeURIComponent(address)}`,
  premiumCalendarOf: (month: number) => `/users/premium/calendar/${month}`,
  premiumTeaser: (premium: string, source: string) => `${premium}?position=teasermodal&type=${source}`,
};

/** The welcome page's address in the specification, in addition to its own. */
export const WELCOME_BY_DOT = "/users/premium.welcome";

export function isPagePath(path: string): boolean {
  return path === WELCOME_BY_DOT || Object.values(pagePatterns).some((pattern) => matchPath(pattern, path) !== null);
}
