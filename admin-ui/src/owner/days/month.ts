import type { Schemas } from "@/owner/api";
import type { Translate } from "@/owner/i18n/use-t";
import { mondayFirstWeekday } from "@seki/shared/civil-time";

type Day = Schemas["MonthDay"];

/** Returns the weeks of a month, Monday first. Days of other months are null. */
export function weeksOf<D extends { date: string }>(days: D[]): (D | null)[][] {
  const [first] = days;
  if (!first) return [];
  const places: (D | null)[] = [...Array.from({ length: mondayFirstWeekday(first.date) }, () => null), ...days];
  while (places.length % 7 !== 0) places.push(null);
  return Array.from({ length: places.length / 7 }, (_, week) => places.slice(week * 7, week * 7 + 7));
}

/** Returns the number of a day's reservations and guests over all meals. */
export function totalsOf({ meals }: Day): { reservations: number; guests: number } {
  return {
    reservations: meals.reduce((sum, meal) => sum + meal.reservations, 0),
    guests: meals.reduce((sum, meal) => sum + meal.guests, 0),
  };
}

/** Returns the text of the free web seats. A closed day offers none. */
export function webStocksText(meal: Schemas["MonthMeal"], isClosed: boolean, t: Translate): string {
  const { free_web_stocks: free, web_stocks: total } = meal;
  return isClosed ? t("days.web_stocks_closed", { total }) : t("days.web_stocks", { free, total });
}

/** Returns the months before and after the shown one, if they can be chosen. */
export function neighbours(month: string, months: string[]): { previous: string | null; next: string | null } {
  const place = months.indexOf(month);
  return { previous: (place > 0 && months[place - 1]) || null, next: (place >= 0 && months[place + 1]) || null };
}

/** Returns the colour of a day: red for Sundays and national holidays, blue for Saturdays. */
export function dayColour({ date, holiday }: { date: string; holiday: string | null }): string {
  const weekday = mondayFirstWeekday(date);
  if (holiday !== null || weekday === 6) return "secondary.main";
  return weekday === 5 ? "primary.main" : "text.primary";
}
