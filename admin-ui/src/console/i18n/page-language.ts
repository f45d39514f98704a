import { formatPlainDate, formatYen } from "@seki/shared/civil-time";

function language(): "ja" | "en" {
  return document.documentElement.lang === "en" ? "en" : "ja";
}

/** Returns the separator of a short list, in the language of the page: A1・A2 / A1, A2. */
export function joiner(): string {
  return language() === "en" ? ", " : "・";
}

/** Returns the separator of listed phrases, in the language of the page. */
export function listJoiner(): string {
  return language() === "en" ? "; " : "、";
}

/** Formats the day of a date or an instant, in the language of the page: 2026年12月24日 / 24 Dec 2026. */
export function plainDate(iso: string): string {
  return formatPlainDate(iso.slice(0, 10), language());
}

/** Groups a number by thousands, which is the same in both languages: 12,345. */
export function grouped(count: number): string {
  return count.toLocaleString("ja-JP");
}

/** Formats an amount, in the language of the page: 24,000円 / ¥24,000. */
export function yen(amount: number): string {
  return formatYen(amount, language());
}
