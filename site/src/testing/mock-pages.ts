import { addDays, addMonths, firstDayOf, monthOf } from "@seki/shared/civil-time";
import type { Choice, Page, PageData, PageName, RestaurantRaffle, ReviewPage, SiteConfig } from "@/api";
import { aCalendar, aCard, aPage, aReservation, aRestaurant, aSavedCard, aSession, aUser, anEntry } from "./builders";
import { anInvitation, anOffer } from "./member-builders";
import type { MockAnswer } from "./mock-calls";

/** Kenji subscribes to premium, and Aoi is invited to gold. */
export type Visitor = "guest" | "hanako" | "emma" | "kenji" | "aoi";

export interface MockWorld {
  visitor: Visitor;
  locale: "ja" | "en";
  today: string;
  config: SiteConfig;
  favorites: Set<string>;
  card: boolean;
  cancelled: Set<string>;
  /** The raffle as a diner sees it; for a visitor `standing` is null. */
  raffle: RestaurantRaffle;
  /** The reason why the reservation cannot be changed. */
  locked_reason: string | null;
  /** Data that overrides the pages' defaults. */
  pages: { [Name in PageName]?: Partial<PageData[Name]> };
  /** Responses that calls return in turn before the default, by method and path. */
  answers: Record<string, MockAnswer[]>;
  /** Responses of calls whose lists are empty by default, by path. */
  lists: Record<string, unknown>;
}

const CARDS = [
  aCard(),
  aCard({
    slug: "kaiseki-hanaikada",
    restaurant_name: "懐石はないかだ",
    cuisine_text: "懐石",
    area: "祇園",
    prefecture_i18n: "京都府",
    image_url: "/pictures/kaiseki-hanaikada-cover.webp",
    tagline: "高瀬川のほとり、季節をひと椀に。",
    price_from: 18000,
  }),
  aCard({
    slug: "yakitori-tomoshibi",
    restaurant_name: "焼鳥ともしび",
    cuisine_text: "焼鳥",
    area: "福島",
    prefecture_i18n: "大阪府",
    image_url: "/pictures/yakitori-tomoshibi-cover.webp",
    tagline: "紀州備長炭と、丹波の地鶏。",
    price_from: 8800,
  }),
  aCard({
    slug: "obento-hako",
    restaurant_name: "お弁当はこ",
    cuisine_text: "弁当",
    area: "神楽坂",
    image_url: "/pictures/obento-hako-cover.webp",
    tagline: "曲げわっぱに、旬の九品。",
    price_from: 3800,
    is_delivery_only: true,
  }),
  aCard({
    slug: "tempura-soon",
    restaurant_name: "天ぷらすーん",
    cuisine_text: "天ぷら",
    area: "日本橋",
    image_url: "/pictures/tempura-soon-cover.webp",
    tagline: "ごま油の香り、揚げたてのひと皿。",
    price_from: 15000,
    opens_at: "2026-11-24T10:00:00+09:00",
  }),
];

function calendarOf(world: MockWorld) {
  const till = addDays(firstDayOf(addMonths(monthOf(world.today), 2)), -1);
  return aCalendar(world.today, till);
}

function restaurantOf(slug: string) {
  const card = CARDS.find((each) => each.slug === slug);
  if (!card) return null;
  const delivery = card.is_delivery_only;
  return aRestaurant({
    slug,
    restaurant_name: card.restaurant_name,
    cuisine_text: card.cuisine_text,
    area: card.area,
    prefecture_i18n: card.prefecture_i18n,
    tagline: card.tagline,
    image_url: card.image_url,
    gallery: [`/pictures/${slug}-1.webp`, `/pictures/${slug}-2.webp`],
    gallery_alts: ["", ""],
    is_delivery_only: delivery,
    is_open_online: slug !== "tempura-soon",
    online_starts_at: card.opens_at,
  });
}

/** An order to be picked up, and one to be delivered. */
function orders() {
  const [fetched, brought] = ["yakitori-tomoshibi", "obento-hako"].map((slug) => restaurantOf(slug) ?? aRestaurant());
  const order = { operation: "takeaway", course_title: "折詰", seat_title: "受け渡し枠", guests_count: 1 } as const;
  return [
    aReservation({ ...order, uid: "rsv_fetched", restaurant: { ...(fetched ?? aRestaurant()), is_hidden: false } }),
    aReservation({
      ...order,
      uid: "rsv_brought",
      restaurant: { ...(brought ?? aRestaurant()), is_hidden: false },
      delivery: {
        zip_code: "1030013",
        prefecture: "東京都",
        address1: "中央区日本橋人形町",
        address2: "2-4-6",
        address3: "",
        name: "山田 花子",
        phone_number: "09012345678",
        arrives_on: "2026-12-25",
        time_slot: "8-12",
        address_text: "〒103-0013 東京都中央区日本橋人形町2-4-6",
        arrival_text: "2026年12月25日（金） 8時〜12時",
      },
    }),
  ];
}

function unanswered(title: string) {
  return { title, answers: [] };
}

function noAnswers() {
  return { on_booking: unanswered("ご予約時のアンケート"), after_booking: unanswered("ご来店前のアンケート") };
}

function reviewOf(world: MockWorld, slug: string, uid: string): ReviewPage | null {
  const restaurant = restaurantOf(slug);
  if (!restaurant) return null;
  const date = addDays(world.today, 5);
  const delivery = restaurant.is_delivery_only;
  const info = { ...restaurant, is_hidden: false };
  return {
    restaurant: info,
    reservation: aReservation({
      uid,
      status: "pending",
      date,
      starts_at: `${date}T18:00:00+09:00`,
      operation: delivery ? "takeaway" : "dinner",
      special_request: "",
      restaurant: info,
    }),
    hold: { uid, seconds_to_complete: 600 },
    review_items: [{ key_name: "perfume", label: "香りの強い香水はお控えください" }],
    requires_no_proxy: !delivery,
    travel_law_notice: delivery ? null : "この予約は旅行業法に基づく手配ではありません。交通・宿泊の手配は含みません。",
    policy: {
      text: restaurant.cancellation_policy_text,
      tiers: [
        { days_before: 3, percent: 30, amount: 14400, from: addDays(date, -3), label: "3日前から" },
        { days_before: 1, percent: 50, amount: 24000, from: addDays(date, -1), label: "前日" },
        { days_before: 0, percent: 100, amount: 48000, from: date, label: "当日・無断" },
      ],
    },
    charges: [
      { kind: "reservation_fee", label: "予約手数料", unit_amount: 390, quantity: 2, amount: 780 },
      { kind: "prepaid_course", label: "夜のおまかせ（前払）", unit_amount: 24000, quantity: 2, amount: 48000 },
    ],
    total: 48780,
    pay_at_restaurant: 0,
    card: world.card ? aSavedCard() : null,
    needs_card: true,
    proof_ways: world.card ? ["password"] : [],
    delivery: delivery
      ? {
          prefectures: PREFECTURES.map((label) => ({ value: label, label })),
          days: [0, 1, 2, 3].map((ahead) => addDays(date, ahead)),
          time_slots: ["8-12", "14-16"].map((value) => ({ value, label: value })),
          delivery_address: {
            zip_code: "",
            prefecture: "東京都",
            address1: "",
            address2: "",
            address3: "",
            name: "山田 花子",
            phone_number: "09012345678",
          },
          arrives_on: date,
          time_slot: "",
        }
      : null,
    preference_questions: [],
    preferences: { title: "ご予約時のアンケート", answers: [] },
    gold: null,
    after_delete_path: `/r/${slug}`,
    confirm_path: `/r/${slug}/reservations/${uid}/confirm`,
    result_path: `/r/${slug}/reservations/${uid}/confirm_with_three_d_secure_result`,
    within_a_week: true,
    final_confirmation: [
      { key: "quantity", label: "内容・人数", value: "夜のおまかせ × 2名" },
      { key: "total", label: "お支払い総額（税込）", value: "48,780円" },
      { key: "payment", label: "お支払い時期・方法", value: "予約完了時にクレジットカードで決済します。" },
      { key: "service", label: "ご利用日時", value: `${date} 18:00` },
      { key: "cancellation", label: "キャンセルについて", value: "3日前から：30%" },
    ],
    payment_problem: null,
    is_partly_paid: false,
  };
}

const PREFECTURES = ["北海道", "青森県", "岩手県", "宮城県", "東京都", "神奈川県", "京都府", "大阪府", "沖縄県"];
const TERMS = [
  "第1条（目的）",
  "第2条（登録）",
  "第3条（予約）",
  "第4条（キャンセル）",
  "第5条（禁止事項）",
  "第6条（責任）",
];

const choices = (labels: string[]): Choice[] => labels.map((label, index) => ({ id: index + 1, label }));
const AREAS = choices(["東京都", "京都府", "大阪府"]);
const CUISINES = choices(["鮨", "懐石", "焼鳥", "天ぷら", "弁当"]);

function chosen(offered: Choice[], id: string | null): Choice | undefined {
  return offered.find((choice) => String(choice.id) === id);
}

export function mockPage(world: MockWorld, path: string, query: URLSearchParams): Page | null {
  const cards = CARDS.map((card) => ({ ...card, favorited: world.favorites.has(card.slug) }));
  const signedIn = world.visitor !== "guest";
  const user = aUser({
    is_jp: world.visitor !== "emma",
    has_card: world.card,
    is_premium: world.visitor === "kenji",
    is_gold_invited: world.visitor === "aoi",
    ...(world.visitor === "emma" ? { name_last: "Stone", name_first: "Emma", email: "emma@seki.test" } : {}),
  });
  const page = <Name extends PageName>(name: Name, data: PageData[Name]): Page =>
    aPage(
      name,
      { ...data, ...world.pages[name] },
      {
        locale: world.locale,
        config: world.config,
        session: aSession(signedIn ? user : null),
      },
    ) as Page;
  const paged = { total_pages: 1, current_page: 1 };
  const [, slug, uid] = /^\/r\/([^/]+)(?:\/reservations\/([^/]+)\/review)?/.exec(path) ?? [];

  if (path.startsWith("/widget/")) {
    const found = restaurantOf(path.slice("/widget/".length));
    return page("widget", { restaurant: found && { ...found, calendar: calendarOf(world) } });
  }
  if (path === "/") {
    const area = chosen(AREAS, query.get("area"));
    const cuisine = chosen(CUISINES, query.get("cuisine"));
    const keyword = query.get("keyword") ?? "";
    const restaurants = cards.filter(
      (card) =>
        (!area || card.prefecture_i18n === area.label) &&
        (!cuisine || card.cuisine_text === cuisine.label) &&
        (!keyword || card.restaurant_name.includes(keyword)),
    );
    return page("home", {
      areas: AREAS,
      cuisines: CUISINES,
      filter: { area: area?.id ?? null, cuisine: cuisine?.id ?? null, keyword },
      restaurants,
      nearest: restaurants.length === 0 ? cards.slice(0, 2) : [],
      total_count: restaurants.length,
      ...paged,
    });
  }
  if (slug && path === `/r/${slug}`) {
    const restaurant = restaurantOf(slug);
    return (
      restaurant &&
      page("restaurant", {
        restaurant,
        favorite: { favorited: world.favorites.has(slug), customer_id: null, notification: false },
        calendar: calendarOf(world),
        raffle: world.visitor === "guest" ? { ...world.raffle, standing: null } : world.raffle,
        guide_url: "",
        takeaway_stores_url: "",
      })
    );
  }
  if (slug && path === `/r/${slug}/reservations/new`) {
    const restaurant = restaurantOf(slug);
    return (
      restaurant &&
      page("new_reservation", {
        restaurant,
        calendar: calendarOf(world),
        initial_date: query.get("date"),
        raffle_round_registration_id: null,
        ticket_code: query.get("ticket_code"),
        ticket: null,
        needs: { phone: false, card: !world.card },
      })
    );
  }
  if (slug && uid) {
    const review = reviewOf(world, slug, uid);
    return review && page("review", review);
  }
  const ours = aReservation({ date: addDays(world.today, 5) });
  switch (path) {
    case "/users/sign_up":
      return page("sign_up", {
        prefectures: [
          ...PREFECTURES.map((label) => ({ code: label, label })),
          { code: "overseas", label: world.locale === "ja" ? "海外" : "Overseas" },
        ],
        countries: [
          ["JP", "81"],
          ["US", "1"],
          ["GB", "44"],
          ["SG", "65"],
          ["AQ", "672"],
          ["FR", "33"],
        ].map(([code = "", dial_code = ""]) => ({ code, dial_code })),
        prefill: {
          uid: null,
          provider: null,
          after_sign_up_url: null,
          invited_token: null,
          jcb_uid: null,
          jcb_card_rank: null,
          email: null,
          restaurant_slug: null,
          user_action: null,
        },
        continuing: null,
        identity: null,
        sign_in_path: "/users/sign_in",
        terms: TERMS.map((heading) => ({
          heading,
          body: "本規約は、当サービスの利用条件を定めるものです。".repeat(4),
        })),
        terms_version: 1,
        phone_pattern: "^0?[1-9][0-9]{7,14}$",
      });
    case "/users/sign_in":
      return page("sign_in", {
        restaurant_slug: query.get("restaurant_slug"),
        user_action: query.get("user_action"),
        restaurant_name: restaurantOf(query.get("restaurant_slug") ?? "")?.restaurant_name ?? null,
        after_sign_in_url: null,
        continuing: null,
        sign_up_path: "/users/sign_up",
      });
    case "/users/password/new":
      return page("password_new", {});
    case "/users/after_registrations/pick_restaurants":
      return page("pick_restaurants", {
        restaurants: cards,
        ...paged,
        prefectures: ["東京都", "京都府", "大阪府"].map((label) => ({ id: label, label })),
        cuisines: CUISINES.slice(0, 2),
        continuing: null,
      });
    case "/users/upcoming_reservations":
      return page("upcoming_reservations", {
        reservations: world.cancelled.has(ours.uid) ? [] : [ours, { ...ours, uid: "rsv_2", needs_3ds: true }],
        past: [aReservation({ uid: "rsv_0", status: "void", date: addDays(world.today, -20) }), ...orders()],
        ...paged,
      });
    case "/gold":
      return page("gold", {
        offer: anOffer({ grade: "gold", stripe_price_id: "price_gold", amount: 9800 }),
        has_card: world.card,
        subscription: null,
        promote_uid: null,
        own_promotion: null,
      });
    case "/ohc":
      return page("ohc", {
        is_member: false,
        is_invited: false,
        offer: null,
        has_card: world.card,
        subscription: null,
      });
    case "/users/premium":
      return page("premium", { areas: AREAS, cuisines: CUISINES, today: world.today, month: 12, subscriptions: [] });
    case "/users/premium/calendar/12":
      return page("premium_calendar", { month: 12, first_day: "2026-12-01", events: [], feed_url: null });
    case "/users/invited_reservations/rsv_1":
      return page("invited_reservation", anInvitation());
    case "/users/premium/plans/new":
      return page("premium_plans_new", {
        prices: [anOffer()],
        trial_months: null,
        campaign_code: null,
        is_code_unknown: false,
        coupon: null,
        has_card: world.card,
        is_included: false,
        position: null,
        type: null,
        subscription: null,
      });
    case "/users/premium/restaurants":
      return page("premium_restaurants", {
        areas: AREAS,
        cuisines: CUISINES,
        today: world.today,
        params: {
          area: "",
          area_id: null,
          cuisines: [],
          from_date: world.today,
          to_date: addDays(world.today, 6),
          keyword: query.get("keyword") ?? "",
          operations: [],
          guests_count: Number(query.get("guests_count")) || null,
          inventory_type: null,
          price_min: null,
          price_max: null,
        },
        restaurants: [{ ...aCard(), available_dates: [addDays(world.today, 1), addDays(world.today, 2)] }],
        current_page: 1,
        has_more: false,
      });
    case "/users/reservations/rsv_1":
      return page("reservation", {
        reservation: { ...ours, status: world.cancelled.has(ours.uid) ? "void" : "accepted" },
        restaurant: { ...aRestaurant(), is_hidden: false },
        charges: [
          {
            kind: "reservation_fee",
            label: "予約手数料",
            amount: 780,
            status: "succeeded",
            refund_due: 0,
            refunded_amount: 0,
          },
          {
            kind: "prepaid_course",
            label: "夜のおまかせ（前払）",
            amount: 48000,
            status: "succeeded",
            refund_due: 0,
            refunded_amount: 0,
          },
        ],
        cancellation: {
          fee: 14400,
          refund: 33600,
          text: "いまキャンセルすると、コース料金の30%をいただきます。",
          allowed: !world.cancelled.has(ours.uid),
        },
        policy_text: aRestaurant().cancellation_policy_text,
        edit_refusal: null,
        preferences: noAnswers(),
        after_booking_questions: [],
        reminder: { by_sms: false },
        calendar_path: "/users/reservations/rsv_1/calendar.ics",
        history: [{ at: "2026-11-20T10:03:00+09:00", label: "予約が確定しました" }],
      });
    case "/raffle":
      return page("raffle", {});
    case "/raffle/rounds/drawn":
      return page("raffle_round", {
        uid: "round",
        restaurant_slug: "sushi-kagura",
        restaurant_name: "鮨かぐら",
        progress: "drawn",
        closes_at: "2026-12-08T00:00:00+09:00",
        winners_count: 2,
        entries_count: 0,
        made_by_hand: 0,
        beacon_round: 35_000_000,
        chain_head: anEntry().chain_head,
        proof_url: "/raffle/rounds/round/proof.json",
      });
    case "/users/reservations/rsv_1/edit":
      return page("reservation_edit", {
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
      });
    case "/users/profile":
      return page("profile", {
        email: user.email,
        name_last: user.name_last,
        name_first: user.name_first,
        kana_last: "ヤマダ",
        kana_first: "ハナコ",
        prefecture: "東京都",
        prefecture_label: "東京都",
        phone_country: "JP",
        phone_display: "09012345678",
        card: world.card ? aSavedCard() : null,
        two_factor_with_email_enabled: false,
        allergy_description: "",
        dislikes: "パクチー",
      });
    case "/users/profile/account/email/edit":
      return page("email_edit", {
        email: user.email,
        email_confirmed: user.email_confirmed,
        pending_email: null,
        proof_ways: ["password"],
      });
    case "/users/profile/account/tel/edit":
      return page("phone_edit", {
        phone_display: "09012345678",
        is_confirmed: true,
        countries: [
          { code: "JP", dial_code: "81" },
          { code: "US", dial_code: "1" },
        ],
        phone_pattern: "^0?[1-9][0-9]{7,14}$",
        proof_ways: ["password"],
      });
    case "/users/profile/credit_card/edit":
      return page("credit_card_edit", {
        card: world.card ? aSavedCard() : null,
        next: query.get("next"),
        owed: [],
        owed_total: 0,
        proof_ways: world.card ? ["password"] : [],
      });
    default:
      return null;
  }
}
