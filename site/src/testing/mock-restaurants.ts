import { addDays, addMonths, firstDayOf, monthOf } from "@seki/shared/civil-time";
import type { ReviewPage } from "@/api";
import { aCalendar, aCard, aReservation, aRestaurant, aSavedCard } from "./builders";
import type { MockWorld } from "./mock-world";

export const PREFECTURES = ["北海道", "青森県", "岩手県", "宮城県", "東京都", "神奈川県", "京都府", "大阪府", "沖縄県"];

export const CARDS = [
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

export function calendarOf(world: MockWorld) {
  const till = addDays(firstDayOf(addMonths(monthOf(world.today), 2)), -1);
  return aCalendar(world.today, till);
}

export function restaurantOf(slug: string) {
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
export function orders() {
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

export function noAnswers() {
  return { on_booking: unanswered("ご予約時のアンケート"), after_booking: unanswered("ご来店前のアンケート") };
}

export function reviewOf(world: MockWorld, slug: string, uid: string): ReviewPage | null {
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
        { days_before: 3, percent: 30, amount: 14400, from: addDays(date, -3), label: "3日前から", applies_now: false },
        { days_before: 1, percent: 50, amount: 24000, from: addDays(date, -1), label: "前日", applies_now: false },
        { days_before: 0, percent: 100, amount: 48000, from: date, label: "当日", applies_now: false },
      ],
      no_show: { percent: 100, amount: 48000, label: "無断キャンセルの場合 48,000円（100%）" },
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
    paid: 0,
  };
}
