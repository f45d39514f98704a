import type { CivilDate, CivilMonth } from "./civil-date";
import { dateInZone, firstDayOf, utcOf } from "./civil-date";

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

/** 2026年12月04日（金） / Fri, 4 December 2026 */
export function formatDate(date: CivilDate, language: Language): string {
  const instant = utcOf(date);
  const weekday = formatter(language, { weekday: "short", timeZone: "UTC" }).format(instant);
  if (language === "ja") return `${specified(date)}（${weekday}）`;
  return `${weekday}, ${formatter(language, { dateStyle: "long", timeZone: "UTC" }).format(instant)}`;
}

/** 2026年12月24日 / 24 Dec 2026: English months have three letters, as in the server's texts. */
function shortDay(at: Date, language: Language, timeZone: string): string {
  if (language === "ja") return specified(dateInZone(at, timeZone));
  const month = new Intl.DateTimeFormat("en-US", { month: "short", timeZone }).format(at);
  const day = formatter(language, { day: "numeric", timeZone }).format(at);
  return `${day} ${month} ${formatter(language, { year: "numeric", timeZone }).format(at)}`;
}

/** 2026年12月24日 / 24 Dec 2026 */
export function formatPlainDate(date: CivilDate, language: Language): string {
  return shortDay(utcOf(date), language, "UTC");
}

/** 2026年12月24日（木） / Thu, 24 Dec 2026 */
export function formatShortDate(date: CivilDate, language: Language): string {
  const instant = utcOf(date);
  const weekday = formatter(language, { weekday: "short", timeZone: "UTC" }).format(instant);
  const day = shortDay(instant, language, "UTC");
  return language === "ja" ? `${day}（${weekday}）` : `${weekday}, ${day}`;
}

/** 12月24日 / 24 December */
export function formatDay(date: CivilDate, language: Language): string {
  return formatter(language, { month: "long", day: "numeric", timeZone: "UTC" }).format(utcOf(date));
}

/** 2026年12月 / December 2026 */
export function formatMonth(month: CivilMonth, language: Language): string {
  return formatter(language, { year: "numeric", month: "long", timeZone: "UTC" }).format(utcOf(firstDayOf(month)));
}

/** 2026年12月04日 18:30 (YYYY年MM月DD日 HH:mm, F206) / Fri, 4 December 2026 18:30 */
export function formatInstant(instant: string, language: Language, timeZone = TOKYO): string {
  const date = dateInZone(new Date(instant), timeZone);
  return `${language === "ja" ? specified(date) : formatDate(date, language)} ${formatTime(instant, language, timeZone)}`;
}

/**
 * The last minute before a close, with its weekday: 2026年12月07日（月） 23:59 / Mon, 7 December 2026 23:59. A period that
 * ends at midnight ends at 23:59 of the day before (diner §9).
 */
export function formatClose(close: string, language: Language, timeZone = TOKYO): string {
  const last = new Date(Date.parse(close) - 60_000);
  return `${formatDate(dateInZone(last, timeZone), language)} ${formatTime(last.toISOString(), language, timeZone)}`;
}

function specified(date: CivilDate): string {
  const [year, month, day] = date.split("-");
  return `${year}年${month}月${day}日`;
}

/** An instant with its restaurant's offset (…T18:30:00+09:00), as local time there. */
export function formatVisit(startsAt: string, language: Language): string {
  return formatInstant(`${startsAt.slice(0, 19)}Z`, language, "UTC");
}

/** 2026年12月24日（木）〜2026年12月26日（土） / Thu, 24 December 2026 – Sat, 26 December 2026 */
export function formatRange(from: CivilDate, till: CivilDate, language: Language): string {
  const [first, last] = [formatDate(from, language), formatDate(till, language)];
  if (from === till) return first;
  return language === "ja" ? `${first}〜${last}` : `${first} – ${last}`;
}

/** 11月28日、12月1日 / 28 November, 1 December; no line break within a day */
export function formatDays(dates: CivilDate[], language: Language): string {
  return dates.map((date) => formatDay(date, language).replace(" ", "\u00a0")).join(language === "ja" ? "、" : ", ");
}

/** 2026年12月24日 18:30 / 24 Dec 2026 18:30 */
export function formatShortInstant(instant: string, language: Language, timeZone = TOKYO): string {
  return `${shortDay(new Date(instant), language, timeZone)} ${formatTime(instant, language, timeZone)}`;
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
