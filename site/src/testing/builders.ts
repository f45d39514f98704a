import type {
  CalendarBoot,
  FacilityChoice,
  GroupCourse,
  HeaderUser,
  MonthAvailability,
  OnlineStockGroup,
  Page,
  PageData,
  PageName,
  RaffleEntry,
  RaffleParticipation,
  ReservationSummary,
  RestaurantCard,
  RestaurantDetail,
  RestaurantRaffle,
  SavedCard,
  SessionInfo,
  SiteConfig,
} from "@/api";

/** Fixtures in the contract's shapes: plain, realistic defaults, of which a test overrides a part. */

export const FACILITIES: FacilityChoice[] = [
  { id: "wheelchair_access", label: "車椅子対応" },
  { id: "parking", label: "駐車場あり" },
];

export function aUser(part: Partial<HeaderUser> = {}): HeaderUser {
  return {
    name_last: "山田",
    name_first: "花子",
    email: "hanako@seki.test",
    email_confirmed: true,
    phone_confirmed: true,
    is_jp: true,
    has_card: true,
    is_premium: false,
    is_gold_invited: false,
    is_gold: false,
    is_ohc: false,
    is_agent: false,
    has_invitations: false,
    ...part,
  };
}

export function aConfig(part: Partial<SiteConfig> = {}): SiteConfig {
  return {
    environment: "test",
    card_script_url: "/mock/card.js",
    card_publishable_key: "pk_test",
    captcha_site_key: "site-key",
    captcha_script_url: "/mock/captcha.js",
    sms_resend_after_seconds: 60,
    links: {
      mall: "/mall",
      inbound: null,
      help: "/help",
      owners: "/owners/sign_in",
      premium: "/premium/green",
    },
    concierge_phone: "03-5555-0147",
    apple_sign_in: true,
    dev_inbox: true,
    ...part,
  };
}

/** The session of a diner, or of a visitor if `user` is null. */
export function aSession(user: HeaderUser | null = aUser()): SessionInfo {
  const menu: SessionInfo["menu"] = [
    { key: "reservations", to: "/users/upcoming_reservations" },
    { key: "favorites", to: "/users/customers" },
    { key: "account", to: "/users/profile" },
    { key: "email", to: "/users/profile/account/email/edit" },
  ];
  return { signed_in: user !== null, user, offered_locale: null, menu: user ? menu : [], cookies_agreed: true };
}

export function aPage<Name extends PageName>(
  page: Name,
  data: PageData[Name],
  part: Partial<Omit<Page<Name>, "page" | "data">> = {},
): Page<Name> {
  return {
    page,
    locale: "ja",
    now: new Date().toISOString(),
    csrf_token: "csrf-1",
    session: aSession(),
    flash: [],
    config: aConfig(),
    data,
    ...part,
  };
}

export function aCard(part: Partial<RestaurantCard> = {}): RestaurantCard {
  return {
    slug: "sushi-kagura",
    restaurant_name: "鮨かぐら",
    cuisine_text: "鮨",
    area: "銀座",
    prefecture_i18n: "東京都",
    image_url: "/pictures/sushi-kagura-cover.webp",
    tagline: "檜のカウンター八席、江戸前の仕事。",
    price_from: 12000,
    opens_at: null,
    is_delivery_only: false,
    favorited: false,
    ...part,
  };
}

export function anEntry(part: Partial<RaffleEntry> = {}): RaffleEntry {
  return {
    code: "BCDFGHJKLMNP-1",
    chain_head: "533eb7e4c00a0bfbb7da3734c527f3a67f32f7b23c782ce1a3d9d1904b2a13d8",
    won_at: null,
    ...part,
  };
}

/** An open raffle; `participation` is null for a visitor. */
export function aRaffle(
  participation: Partial<RaffleParticipation> | null,
  part: Partial<RestaurantRaffle> = {},
): RestaurantRaffle {
  return {
    uid: "round",
    progress: "open",
    registerable_from: "2026-11-20T00:00:00+09:00",
    registerable_till: "2026-12-08T00:00:00+09:00",
    first_day: "2026-11-20",
    last_day: "2026-12-07",
    winners_count: 2,
    questionnaire_url: null,
    prrList: [{ effective_at: "2026-12-09T10:00:00+09:00", online_reservable_till: "2027-02-28" }],
    participation: participation && {
      can_entry: true,
      next_release_time_ms: 0,
      registerable_entries_count: 7,
      entries: [],
      win: null,
      ...participation,
    },
    ...part,
  };
}

export function aRestaurant(part: Partial<RestaurantDetail> = {}): RestaurantDetail {
  return {
    slug: "sushi-kagura",
    restaurant_name: "鮨かぐら",
    restaurant_name_en: "Sushi Kagura",
    cuisine_text: "鮨",
    area: "銀座",
    prefecture_i18n: "東京都",
    tagline: "檜のカウンター八席、江戸前の仕事。",
    description:
      "朝の豊洲で選んだ魚に、塩と酢と時間をかける。\n赤酢のしゃりは人肌に。一貫ごとに、いちばんよいところで。",
    image_url: "/pictures/sushi-kagura-cover.webp",
    gallery: ["/pictures/sushi-kagura-1.webp", "/pictures/sushi-kagura-2.webp"],
    gallery_alts: ["", ""],
    address: "東京都中央区銀座4丁目0-0 かぐらビル地下1階",
    address_ja: null,
    access: "東京メトロ銀座駅 A0出口から徒歩3分",
    phone: "03-0000-0001",
    email: "kagura@seki.test",
    url: "",
    chef: "神楽 誠",
    operations: [
      { name: "lunch", label: "ランチ", from: "12:00", till: "14:00" },
      { name: "dinner", label: "ディナー", from: "17:30", till: "22:30" },
    ],
    courses: [
      {
        uid: "c-lunch",
        title: "昼のおまかせ",
        description: "握り十貫、巻物、椀",
        price: 12000,
        price_description: "",
        custom_unit: "1名",
        operation: "lunch",
        is_prepaid: false,
      },
      {
        uid: "c-dinner",
        title: "夜のおまかせ",
        description: "先付、酒肴六品、握り十二貫、玉子、水菓子",
        price: 24000,
        price_description: "",
        custom_unit: "1名",
        operation: "dinner",
        is_prepaid: true,
      },
    ],
    seats: [
      { title: "カウンター", capacity_text: "8席" },
      { title: "個室「月」", capacity_text: "4名様まで" },
    ],
    facilities: FACILITIES.slice(0, 1),
    cancellation_policy: [
      { days_before: 3, percent: 30 },
      { days_before: 1, percent: 50 },
      { days_before: 0, percent: 100 },
    ],
    cancellation_policy_text:
      "ご予約の変更・キャンセルは、お早めにお知らせください。人数の減少もキャンセルとして承ります。",
    reservation_fee: 390,
    careers: {
      phone: "03-0000-0001",
      email: "recruit@seki.test",
      url: "https://kagura.example/careers",
      remarks: "見習い若干名。平日14時から16時に。",
    },
    is_delivery_only: false,
    online_starts_at: null,
    is_open_online: true,
    cut_off_hours: 24,
    allow_cancellation_waiting: true,
    time_zone: "Asia/Tokyo",
    ...part,
  };
}

export function aCalendar(today: string, reservableTill: string, part: Partial<CalendarBoot> = {}): CalendarBoot {
  const issued = new Date();
  return {
    default_month: today.slice(0, 7),
    reservable_till: reservableTill,
    rrp_reservable_till: reservableTill,
    today,
    token: "calendar-token",
    token_issued_at: issued.toISOString(),
    token_expires_at: new Date(issued.getTime() + 600_000).toISOString(),
    onr_not_creatable_before: issued.toISOString(),
    seconds_before_creatable: 0,
    min_delay_ms: 0,
    max_delay_ms: 0,
    is_future: false,
    ...part,
  };
}

/** Returns a month with these free days and no other days, unless `part` has them. */
export function aMonth(available_dates: string[], part: Partial<MonthAvailability> = {}): MonthAvailability {
  return {
    dates: available_dates,
    available_dates,
    past_cutoff_dates: [],
    closed_dates: [],
    has_availability: available_dates.length > 0,
    ...part,
  };
}

export function aCourse(part: Partial<GroupCourse> = {}): GroupCourse {
  return {
    id: 1,
    title: "夜のおまかせ",
    price: 24000,
    price_description: "",
    custom_unit: "1名",
    daily_remaining: null,
    is_prepaid: true,
    description: "先付、酒肴六品、握り十二貫、玉子、水菓子",
    ...part,
  };
}

export function aGroup(part: Partial<OnlineStockGroup> = {}): OnlineStockGroup {
  return {
    id: 1,
    display_title: "カウンター 17:30〜20:00",
    operation: "dinner",
    guests_count_option_values: [1, 2, 3, 4],
    time_options: [
      { id: 11, start_time: "17:30", guests_count_option_values: [1, 2, 3, 4] },
      { id: 12, start_time: "18:00", guests_count_option_values: [1, 2, 3, 4] },
    ],
    courses: [aCourse()],
    inventory_group: { title: "カウンター", custom_guests_count_label: null },
    ...part,
  };
}

export function aReservation(part: Partial<ReservationSummary> = {}): ReservationSummary {
  return {
    uid: "rsv_1",
    reservation_code: "K7M2PQ4X",
    status: "accepted",
    is_declined: false,
    date: "2026-12-24",
    starts_at: "2026-12-24T18:00:00+09:00",
    ends_at: "2026-12-24T20:30:00+09:00",
    display_time: "2026年12月24日 18:00",
    operation: "dinner",
    guests_count: 2,
    course_title: "夜のおまかせ",
    course_price: 24000,
    custom_unit: "1名",
    seat_title: "カウンター",
    special_request: "甲殻類のアレルギーがあります。",
    can_cancel: true,
    held_until: null,
    needs_3ds: false,
    open_payment: null,
    delivery: null,
    restaurant: {
      slug: "sushi-kagura",
      restaurant_name: "鮨かぐら",
      image_url: "/pictures/sushi-kagura-cover.webp",
      address: "東京都中央区銀座4丁目0-0 かぐらビル地下1階",
      address_ja: null,
      phone: "03-0000-0001",
      is_delivery_only: false,
      is_hidden: false,
    },
    ...part,
  };
}

export function aSavedCard(part: Partial<SavedCard> = {}): SavedCard {
  return { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030, name: "HANAKO YAMADA", ...part };
}
