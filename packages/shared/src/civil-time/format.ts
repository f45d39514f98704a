import type { CivilDate, CivilMonth } from "./civil-date";
import { firstDayOf, utcOf } from "./civil-date";

type Language = "ja" | "en";

const TAG: Record<Language, string> = { ja: "ja-JP", en: "en-GB" };
export const TOKYO = "Asia/Tokyo";

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(TAG[language], options);
    formatters.set(key, found);
  }
  return found;
}

/** 2026年12月24日(木) / Thu, 24 December 2026 */
export function formatDate(date: CivilDate, language: Language): string {
  const instant = utcOf(date);
  const weekday = formatter(language, { weekday: "short", timeZone: "UTC" }).format(instant);
  const day = formatter(language, { dateStyle: "long", timeZone: "UTC" }).format(instant);
  return language === "ja" ? `${day}(${weekday})` : `${weekday}, ${day}`;
}

/** 12月24日 / 24 December */
export function formatDay(date: CivilDate, language: Language): string {
  return formatter(language, { month: "long", day: "numeric", timeZone: "UTC" }).format(utcOf(date));
}

/** 2026年12月 / December 2026 */
export function formatMonth(month: CivilMonth, language: Language): string {
  return formatter(language, { year: "numeric", month: "long", timeZone: "UTC" }).format(utcOf(firstDayOf(month)));
}

/** 2026年12月24日 18:30 / 24 December 2026 18:30 */
export function formatInstant(instant: string, language: Language, timeZone = TOKYO): string {
  const at = new Date(instant);
  const day = formatter(language, { dateStyle: "long", timeZone }).format(at);
  return `${day} ${formatTime(instant, language, timeZone)}`;
}

/** 18:30 */
export function formatTime(instant: string, language: Language, timeZone = TOKYO): string {
  const at = new Date(instant);
  return formatter(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format(at);
}

/** Monday first: 月 火 水 … / Mon Tue Wed … */
export function weekdayNames(language: Language, width: "short" | "long"): string[] {
  const monday = Date.UTC(2024, 0, 1);
  return Array.from({ length: 7 }, (_, index) =>
    formatter(language, { weekday: width, timeZone: "UTC" }).format(new Date(monday + index * 86_400_000)),
  );
}

/** 24,000円 / ¥24,000 */
export function formatYen(amount: number, language: Language): string {
  const digits = new Intl.NumberFormat(TAG[language]).format(amount);
  return language === "ja" ? `${digits}円` : `¥${digits}`;
}
