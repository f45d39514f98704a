import { formatDay, mondayFirstWeekday, weekdayNames } from "@seki/shared/civil-time";
import type { Schemas } from "@/owner/api";

/** Figures of the first page. Independent of the screen. */

type Day = Schemas["HomeDay"];
type Language = Parameters<typeof formatDay>[1];

interface Totals {
  parties: number;
  guests: number;
  /** Null without permission to see the revenue. */
  course_total: number | null;
}

export function totalsOf(days: Day[]): Totals {
  return days.reduce<Totals>(
    (sum, day) => ({
      parties: sum.parties + day.parties,
      guests: sum.guests + day.guests,
      course_total: day.course_total === null || sum.course_total === null ? null : sum.course_total + day.course_total,
    }),
    { parties: 0, guests: 0, course_total: 0 },
  );
}

/** Returns the guests of each day in percent of the fullest day. */
export function sharesOf(days: Day[]): number[] {
  const most = Math.max(1, ...days.map(({ guests }) => guests));
  return days.map(({ guests }) => Math.round((guests / most) * 100));
}

/** Formats a day of the coming weeks, without the year: 12月24日（木） / Thu, 24 December. */
export function shortDay(date: string, language: Language): string {
  const weekday = weekdayNames(language, "short")[mondayFirstWeekday(date)] ?? "";
  const day = formatDay(date, language);
  return language === "ja" ? `${day}（${weekday}）` : `${weekday}, ${day}`;
}

/** Formats a day and the time in the restaurant's zone. */
export function momentOf(instant: string, language: Language): string {
  return `${shortDay(instant.slice(0, 10), language)} ${instant.slice(11, 16)}`;
}
