import type { HomePage, Locale, Page, PageData, RestaurantCard } from "@/api";
import type { Placeholders } from "./placeholders";

export type Drawn = "home" | "restaurant";

/** These are drawn conditionally (`conditions.ts`). */
export const AREA = "zqareaqz";
export const HELP = "zqhelpqz";
export const NAME_EN = "zqnameenqz";

/**
 * A visitor's page with a placeholder for every text. Fields that are null or empty here are drawn by the application
 * alone.
 */
export function samplePage<Name extends Drawn>(name: Name, locale: Locale, words: Placeholders): Page<Name> {
  return {
    page: name,
    locale,
    now: "2020-01-01T00:00:00+09:00",
    csrf_token: "",
    session: {
      signed_in: false,
      user: null,
      // Only English is offered, on a page that is Japanese because no language was chosen.
      offered_locale: locale === "ja" ? "en" : null,
      menu: [],
      cookies_agreed: false,
    },
    flash: [],
    config: {
      environment: "production",
      card_script_url: "",
      card_publishable_key: "",
      captcha_site_key: "",
      captcha_script_url: "",
      sms_resend_after_seconds: 0,
      links: { mall: null, inbound: null, help: HELP, owners: "/owners", premium: null },
      concierge_phone: null,
      apple_sign_in: false,
      dev_inbox: false,
    },
    data: (name === "home" ? home(words) : restaurant(words)) as PageData[Name],
  } as Page<Name>;
}

function card(words: Placeholders): RestaurantCard {
  return {
    slug: words.of("card.slug"),
    restaurant_name: words.of("card.restaurant_name"),
    cuisine_text: words.of("card.cuisine_text"),
    area: AREA,
    prefecture_i18n: words.of("card.prefecture_i18n"),
    image_url: words.of("card.image_url"),
    tagline: words.of("card.tagline"),
    price_from: null,
    is_delivery_only: false,
    opens_at: null,
    favorited: false,
  };
}

function home(words: Placeholders): HomePage {
  return {
    areas: [],
    cuisines: [],
    facilities: [],
    filter: { area: null, cuisine: null, facilities: [], keyword: "" },
    ignored_conditions: [],
    restaurants: [card(words)],
    nearest: [],
    total_count: words.count("data.total_count"),
    total_pages: 1,
    current_page: 1,
  };
}

function restaurant(words: Placeholders) {
  return {
    restaurant: {
      slug: words.of("data.restaurant.slug"),
      restaurant_name: words.of("data.restaurant.restaurant_name"),
      restaurant_name_en: NAME_EN,
      tagline: words.of("data.restaurant.tagline"),
      description: words.of("data.restaurant.description"),
      image_url: words.of("data.restaurant.image_url"),
      prefecture_i18n: words.of("data.restaurant.prefecture_i18n"),
      area: AREA,
      cuisine_text: words.of("data.restaurant.cuisine_text"),
    },
    favorite: { favorited: false, customer_id: null, notification: false },
  };
}
