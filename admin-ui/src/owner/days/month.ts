import type { Schemas } from "@/owner/api";
import type { Translate } from "@/owner/i18n/use-t";
import { mondayFirstWeekday } from "@seki/shared/civil-time";

type Day = Schemas["MonthDay"];

/** The weeks of a month, Monday first; days of other months are empty places. */
export function weeksOf<D extends { date: string }>(days: D[]): (D | null)[][] {
  const [first] = days;
  if (!first) return [];
  const places: (D | null)[] = [...Array.from({ length: mondayFirstWeekday(first.date) }, () => null), ...days];
  while (places.length % 7 !== 0) places.push(null);
  return Array.from({ length: places.length / 7 }, (_, week) => places.slice(week * 7, week * 7 + 7));
}

/** A day's reservations and guests, all meals together. */
export function totalsOf({ meals }: Day): { reservations: number; guests: number } {
  return {
    reservations: meals.reduce((sum, meal) => sum + meal.reservations, 0),
    guests: meals.reduce((sum, meal) => sum + meal.guests, 0),
  };
}

/** How many web seats are free; on a closed day none is offered. */
export function webStocksText(meal: Schemas["MonthMeal"], isClosed: boolean, t: Translate): string {
  const { free_web_stocks: free, web_stocks: total } = meal;
  return isClosed ? t("days.web_stocks_closed", { total }) : t("days.web_stocks", { free, total });
}

/** The months before and after the one that is shown, if they can be chosen. */
export function neighbours(month: string, months: string[]): { previous: string | null; next: string | null } {
  const place = months.indexOf(month);
  return { previous: (place > 0 && months[place - 1]) || null, next: (place >= 0 && months[place + 1]) || null };
}

/** Sundays and national holidays are red, Saturdays blue. */
export function dayColour({ date, holiday }: { date: string; holiday: string | null }): string {
  const weekday = mondayFirstWeekday(date);
  if (holiday !== null || weekday === 6) return "secondary.main";
  return weekday === 5 ? "primary.main" : "text.primary";
}
