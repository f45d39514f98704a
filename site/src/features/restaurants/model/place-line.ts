import type { Locale, RestaurantCard } from "@/api";

type Place = Pick<RestaurantCard, "prefecture_i18n" | "area" | "cuisine_text">;

/** 京都府・祇園・懐石 / Kyoto, Gion, Kaiseki; without an area that only repeats the prefecture. */
export function placeLine({ prefecture_i18n, area, cuisine_text }: Place, locale: Locale): string {
  const parts = [prefecture_i18n, prefecture_i18n.startsWith(area) ? "" : area, cuisine_text];
  return parts.filter(Boolean).join(locale === "ja" ? "・" : ", ");
}
