import type { Choice, Page } from "@/api";
import { FACILITIES, anEntry } from "./builders";
import { AREAS, CUISINES, ONE_PAGE, contextOf, currentPage, unknownConditions } from "./mock-context";
import type { MockContext, MockPages } from "./mock-context";
import { MEMBER_PAGES } from "./mock-member-pages";
import { PREFECTURES, calendarOf, restaurantOf, reviewOf } from "./mock-restaurants";
import type { MockWorld } from "./mock-world";

const TERMS = [
  "第1条（目的）",
  "第2条（登録）",
  "第3条（予約）",
  "第4条（キャンセル）",
  "第5条（禁止事項）",
  "第6条（責任）",
];

/** Pages of visitors, by path. */
const PUBLIC_PAGES: MockPages = {
  "/": homePage,
  "/users/sign_up": ({ world, page }) =>
    page("sign_up", {
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
    }),
  "/users/sign_in": ({ query, page }) =>
    page("sign_in", {
      restaurant_slug: query.get("restaurant_slug"),
      user_action: query.get("user_action"),
      restaurant_name: restaurantOf(query.get("restaurant_slug") ?? "")?.restaurant_name ?? null,
      after_sign_in_url: null,
      continuing: null,
      sign_up_path: "/users/sign_up",
    }),
  "/users/password/new": ({ page }) => page("password_new", {}),
  "/users/after_registrations/pick_restaurants": ({ page, cards }) =>
    page("pick_restaurants", {
      restaurants: cards,
      ...ONE_PAGE,
      prefectures: ["東京都", "京都府", "大阪府"].map((label) => ({ id: label, label })),
      cuisines: CUISINES.slice(0, 2),
      continuing: null,
    }),
  "/help": ({ page }) => page("help", {}),
  "/raffle": ({ page }) => page("raffle", {}),
  "/raffle/rounds/drawn": ({ page }) =>
    page("raffle_round", {
      uid: "round",
      restaurant_slug: "sushi-kagura",
      restaurant_name: "鮨かぐら",
      progress: "drawn",
      closes_at: "2026-12-08T00:00:00+09:00",
      winners_count: 2,
      entries_count: 0,
      manual_winners: 0,
      replacements: 0,
      chain_version: 2,
      own_heads: [anEntry().chain_head],
      beacon_round: 35_000_000,
      chain_head: anEntry().chain_head,
      proof_url: "/raffle/rounds/round/proof.json",
    }),
};

/** The home page, with the filter of its address. */
function homePage({ cards, query, page }: MockContext): Page {
  const area = chosen(AREAS, query.get("area"));
  const cuisine = chosen(CUISINES, query.get("cuisine"));
  const keyword = query.get("keyword") ?? "";
  const asked = query.getAll("facilities[]");
  const facilities = FACILITIES.map(({ id }) => id).filter((id) => asked.includes(id));
  const restaurants = cards.filter(
    (card) =>
      (!area || card.prefecture_i18n === area.label) &&
      (!cuisine || card.cuisine_text === cuisine.label) &&
      (!keyword || card.restaurant_name.includes(keyword)),
  );
  return page("home", {
    areas: AREAS,
    cuisines: CUISINES,
    facilities: FACILITIES,
    filter: { area: area?.id ?? null, cuisine: cuisine?.id ?? null, facilities, keyword },
    ignored_conditions: unknownConditions(query),
    restaurants: currentPage(query) > 1 ? [] : restaurants,
    nearest: restaurants.length === 0 ? cards.slice(0, 2) : [],
    total_count: restaurants.length,
    total_pages: 1,
    current_page: currentPage(query),
  });
}

function chosen(offered: Choice[], id: string | null): Choice | undefined {
  return offered.find((choice) => String(choice.id) === id);
}

/** The pages below a restaurant's address. */
function restaurantPage({ world, query, page }: MockContext, path: string): Page | null {
  const [, slug, uid] = /^\/r\/([^/]+)(?:\/reservations\/([^/]+)\/review)?/.exec(path) ?? [];
  if (slug && path === `/r/${slug}`) {
    const restaurant = restaurantOf(slug);
    return (
      restaurant &&
      page("restaurant", {
        restaurant,
        favorite: { favorited: world.favorites.has(slug), customer_id: null, notification: false },
        calendar: calendarOf(world),
        raffle: world.visitor === "guest" ? { ...world.raffle, participation: null } : world.raffle,
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
  return null;
}

export function mockPage(world: MockWorld, path: string, query: URLSearchParams): Page | null {
  const context = contextOf(world, query);
  const fixed = PUBLIC_PAGES[path] ?? MEMBER_PAGES[path];
  if (fixed) return fixed(context);
  if (path.startsWith("/widget/")) {
    const found = restaurantOf(path.slice("/widget/".length));
    return context.page("widget", { restaurant: found && { ...found, calendar: calendarOf(world) } });
  }
  return restaurantPage(context, path);
}
