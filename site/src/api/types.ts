/**
 * The wire types, in the names of the server's OpenAPI document.
 * Written by hand until `npm run api:types` can produce `schema.d.ts`; then each becomes a re-export.
 */

export type Locale = "ja" | "en";
export type CivilDate = string;
export type TimeOfDay = string;
export type Instant = string;
export type Yen = number;

export type FlashKind = "notice" | "alert";

export interface Flash {
  kind: FlashKind;
  message: string;
  sticky: boolean;
}

export interface HeaderUser {
  name_last: string;
  name_first: string;
  email: string;
  email_confirmed: boolean;
  phone_confirmed: boolean;
  is_jp: boolean;
  has_card: boolean;
  is_premium: boolean;
  is_gold_invited: boolean;
  is_gold: boolean;
  is_ohc: boolean;
  is_agent: boolean;
  has_invitations: boolean;
}

export interface SessionInfo {
  signed_in: boolean;
  user: HeaderUser | null;
}

export interface SiteConfig {
  environment: "demo" | "test" | "production";
  card_script_url: string;
  card_publishable_key: string;
  captcha_site_key: string;
  captcha_script_url: string;
  sms_resend_after_seconds: number;
  links: {
    mall: string | null;
    inbound: string | null;
    help: string | null;
    owners: string | null;
    raffles: string | null;
    premium: string | null;
    gold: string | null;
    email: string | null;
  };
  dev_inbox: boolean;
}

export interface Choice {
  id: number | string;
  label: string;
}

export interface RestaurantCard {
  slug: string;
  restaurant_name: string;
  cuisine_text: string;
  area: string;
  prefecture_i18n: string;
  image_url: string;
  tagline: string;
  price_from: Yen | null;
  opens_at: Instant | null;
  is_delivery_only: boolean;
  favorited: boolean;
}

export interface HomePage {
  areas: Choice[];
  cuisines: Choice[];
  filter: { area: string | null; cuisine: string | null; keyword: string | null };
  restaurants: RestaurantCard[];
  total_count: number;
  total_pages: number;
  current_page: number;
}

export interface SignUpPrefill {
  uid: string | null;
  provider: string | null;
  after_sign_up_url: string | null;
  invited_token: string | null;
  jcb_uid: string | null;
  jcb_card_rank: string | null;
  email: string | null;
}

export interface SignUpPage {
  prefectures: { code: string; label: string }[];
  countries: { code: string; dial_code: string }[];
  prefill: SignUpPrefill;
  terms: { heading: string; body: string }[];
  phone_pattern: string;
}

export interface SignInPage {
  restaurant_slug: string | null;
  user_action: string | null;
  restaurant_name: string | null;
}

export type PasswordNewPage = Record<string, never>;

export interface PasswordEditPage {
  reset_password_token: string;
  valid: boolean;
}

export interface TwoFactorPage {
  masked_email: string;
}

export interface PickRestaurant {
  slug: string;
  restaurant_name: string;
  cuisine_text: string;
  area: string;
  prefecture_i18n: string;
  image_url: string;
  favorited: boolean;
}

export interface PickRestaurantsPage {
  restaurants: PickRestaurant[];
  total_pages: number;
  current_page: number;
  prefectures: Choice[];
  cuisines: Choice[];
}

export interface AfterPickupRestaurantsPage {
  favorites_count: number;
}

export interface ConfirmEmailPage {
  email: string;
  confirmed: boolean;
}

export type OperationName = "lunch" | "dinner" | "takeaway";

export interface Operation {
  name: OperationName;
  label: string;
  from: TimeOfDay;
  till: TimeOfDay;
}

export interface Course {
  uid: string;
  title: string;
  description: string | null;
  price: Yen | null;
  price_description: string | null;
  custom_unit: string | null;
  operation: OperationName;
  is_prepaid: boolean;
}

export interface Seat {
  title: string;
  capacity_text: string;
}

export interface Careers {
  phone: string | null;
  email: string | null;
  url: string | null;
  remarks: string | null;
}

export interface RestaurantDetail {
  slug: string;
  restaurant_name: string;
  restaurant_name_en: string | null;
  cuisine_text: string;
  area: string;
  prefecture_i18n: string;
  tagline: string;
  description: string;
  image_url: string;
  gallery: string[];
  address: string;
  access: string;
  phone: string;
  email: string | null;
  url: string | null;
  chef: string | null;
  operations: Operation[];
  courses: Course[];
  seats: Seat[];
  cancellation_policy: { days_before: number; percent: number }[];
  cancellation_policy_text: string;
  reservation_fee: Yen;
  careers: Careers | null;
  is_delivery_only: boolean;
  online_starts_at: Instant | null;
  is_open_online: boolean;
  cut_off_hours: number;
  allow_cancellation_waiting: boolean;
  time_zone: string;
}

export interface CalendarBoot {
  default_month: string;
  reservable_till: CivilDate | null;
  today: CivilDate;
  token: string;
  token_issued_at: Instant;
  token_expires_at: Instant;
  onr_not_creatable_before: Instant;
  seconds_before_creatable: number;
  min_delay_ms: number;
  max_delay_ms: number;
}

export interface Favorite {
  favorited: boolean;
  customer_id: number | null;
  notification: boolean;
}

export interface RestaurantPage {
  restaurant: RestaurantDetail;
  favorite: Favorite;
  calendar: CalendarBoot;
  guide_url: string;
  takeaway_stores_url: string;
}

export interface NewReservationPage {
  restaurant: RestaurantDetail;
  calendar: CalendarBoot;
  initial_date: CivilDate | null;
  raffle_round_registration_id: number | null;
  ticket_code: string | null;
  needs: { phone: boolean; card: boolean };
}

export type ReservationStatus = "pending" | "accepted" | "void" | "expired" | "owner_delete" | "admin_delete";

export interface ReservationSummary {
  uid: string;
  reservation_code: string;
  status: ReservationStatus;
  date: CivilDate;
  starts_at: Instant;
  ends_at: Instant;
  display_time: string;
  operation: OperationName;
  guests_count: number;
  course_title: string | null;
  course_price: Yen | null;
  custom_unit: string | null;
  seat_title: string | null;
  special_request: string | null;
  can_cancel: boolean;
  needs_3ds: boolean;
  restaurant: { slug: string; restaurant_name: string; image_url: string };
}

export interface SavedCard {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  name: string | null;
}

export interface ReviewItem {
  key_name: string;
  label: string;
}

export interface PolicyTier {
  days_before: number;
  percent: number;
  amount: Yen;
  from: CivilDate;
  label: string;
}

export interface ReviewCharge {
  kind: "reservation_fee" | "prepaid_course";
  label: string;
  unit_amount: Yen;
  quantity: number;
  amount: Yen;
}

export interface ReviewPage {
  restaurant: {
    slug: string;
    restaurant_name: string;
    image_url: string;
    address: string;
    phone: string;
    is_delivery_only: boolean;
  };
  reservation: ReservationSummary;
  hold: { uid: string; seconds_to_complete: number };
  review_items: ReviewItem[];
  requires_no_proxy: boolean;
  travel_law_notice: string | null;
  policy: { text: string; tiers: PolicyTier[] };
  charges: ReviewCharge[];
  total: Yen;
  pay_at_restaurant: Yen;
  card: SavedCard | null;
  needs_card: boolean;
  after_delete_path: string;
  confirm_path: string;
  result_path: string;
  within_a_week: boolean;
  final_confirmation: { label: string; value: string }[];
  payment_problem: string | null;
}

export interface UpcomingReservationsPage {
  reservations: ReservationSummary[];
  past: ReservationSummary[];
  total_pages: number;
  current_page: number;
}

export interface ReservationCharge {
  kind: string;
  label: string;
  amount: Yen;
  status: string;
  refunded_amount: Yen;
}

export interface ReservationPage {
  reservation: ReservationSummary;
  restaurant: {
    slug: string;
    restaurant_name: string;
    address: string;
    phone: string;
    image_url: string;
  };
  charges: ReservationCharge[];
  cancellation: { fee: Yen; refund: Yen; text: string; allowed: boolean };
  policy_text: string;
  history: { at: Instant; label: string }[];
}

export interface CustomersPage {
  restaurants: (RestaurantCard & { customer_id: number })[];
  total_pages: number;
  current_page: number;
}

export interface ProfilePage {
  email: string;
  name_last: string;
  name_first: string;
  kana_last: string | null;
  kana_first: string | null;
  prefecture: string;
  prefecture_label: string;
  phone_country: string;
  phone_display: string;
  card: SavedCard | null;
  two_factor_with_email_enabled: boolean;
}

export interface SecuritySettingsPage {
  two_factor_with_email_enabled: boolean;
}

export interface CreditCardEditPage {
  card: SavedCard | null;
  next: string | null;
}

export interface ErrorPage {
  status: number;
  title: string;
  message: string;
}

export interface PageData {
  home: HomePage;
  sign_up: SignUpPage;
  sign_in: SignInPage;
  password_new: PasswordNewPage;
  password_edit: PasswordEditPage;
  two_factor: TwoFactorPage;
  pick_restaurants: PickRestaurantsPage;
  after_pickup_restaurants: AfterPickupRestaurantsPage;
  confirm_email: ConfirmEmailPage;
  restaurant: RestaurantPage;
  new_reservation: NewReservationPage;
  review: ReviewPage;
  upcoming_reservations: UpcomingReservationsPage;
  reservation: ReservationPage;
  customers: CustomersPage;
  profile: ProfilePage;
  security_settings: SecuritySettingsPage;
  credit_card_edit: CreditCardEditPage;
  error: ErrorPage;
}

export type PageName = keyof PageData;

export interface Page<Name extends PageName = PageName> {
  page: Name;
  locale: Locale;
  now: Instant;
  csrf_token: string;
  session: SessionInfo;
  flash: Flash[];
  config: SiteConfig;
  data: PageData[Name];
}

export interface Problem {
  type?: string;
  title?: string;
  status: number;
  detail?: string;
  code?: string;
  message?: string;
  error?: string;
  error_message?: string;
  errors?: string[];
  fields?: Record<string, string>;
  errorType?: string;
  redirect_to?: string;
  force_reload?: boolean;
}

export type PhoneVerificationStatus = "idle" | "queued" | "sent" | "confirmed" | "failed" | "timeout";

export interface PhoneVerification {
  uuid: string;
  status: PhoneVerificationStatus;
  phone_authentic_number: string;
  remaining_seconds: number;
}

export interface MonthAvailability {
  dates: CivilDate[];
  available_dates: CivilDate[];
  has_availability: boolean;
}

export interface TimeOption {
  id: number;
  start_time: TimeOfDay;
}

export interface GroupCourse {
  id: number;
  title: string;
  price: Yen | null;
  price_description: string | null;
  custom_unit: string | null;
  daily_remaining: number | null;
  is_prepaid: boolean;
  description: string | null;
}

export interface OnlineStockGroup {
  id: number;
  display_title: string;
  operation: OperationName;
  guests_count_option_values: number[];
  time_options: TimeOption[];
  courses: GroupCourse[];
  inventory_group: { title: string; custom_guests_count_label: string | null };
}

export type GroupedOnlineStockGroups = Partial<Record<OperationName, OnlineStockGroup[]>>;

export interface DayAvailability {
  status: number;
  grouped_online_stock_groups: GroupedOnlineStockGroups;
}

export interface NewReservation {
  online_stock_group_id: number;
  guests_count: number;
  time_selector_option_id: number | null;
  course_id: number | null;
}

export interface CreateReservation {
  new_reservation: NewReservation;
  ticket_code: string | null;
  raffle_round_registration_id: number | null;
  restaurant_slug: string;
  reservation_calendar_token: string;
  recaptcha_token: string;
}

export interface CreatedReservation {
  status: number;
  uid?: string;
  redirect_to?: string;
  data?: { uid?: string };
}

export type PaymentIntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "processing"
  | "requires_capture"
  | "succeeded"
  | "canceled";

export interface PaymentIntent {
  id: string;
  client_secret: string;
  status: PaymentIntentStatus;
}

export interface PaymentAction {
  requires_action?: boolean;
  payment_intents: PaymentIntent[];
  payment_method: string | null;
  redirect_to: string;
}

export interface ConfirmReservation {
  date_confirmed: boolean;
  no_proxy: boolean;
  policy_agreed: boolean;
  travel_law_agreed: boolean;
  reservation_review_page_items: Record<string, "1">;
  reservation: { special_request: string };
  customer: { hide_from_user: boolean };
}

export interface RedirectTo {
  redirect_to: string;
}

export interface MessageAnswer {
  message: string;
}
