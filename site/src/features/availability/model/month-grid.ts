import {
  addDays,
  addMonths,
  addMonthsToDate,
  daysInMonth,
  firstDayOf,
  mondayFirstWeekday,
  monthOf,
} from "@seki/shared/civil-time";
import type { CivilDate, CivilMonth } from "@seki/shared/civil-time";
import type { MonthAvailability } from "@/api";

/**
 * `ended`: the cut-off has passed, though seats are free. `holiday`: the restaurant is closed. `closed`: nothing is
 * offered.
 */
export type DayStatus = "available" | "full" | "ended" | "holiday" | "closed" | "past";

/** Returns the weeks of a month, Monday first; null for days of other months. */
export function weeksOf(month: CivilMonth): (CivilDate | null)[][] {
  const first = firstDayOf(month);
  const lead = mondayFirstWeekday(first);
  const days = daysInMonth(month);
  const weeks = Math.ceil((lead + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => {
      const day = week * 7 + weekday - lead;
      return day >= 0 && day < days ? addDays(first, day) : null;
    }),
  );
}

export interface Bounds {
  today: CivilDate;
  reservableTill: CivilDate | null;
}

export function statusOf(
  date: CivilDate,
  availability: MonthAvailability,
  { today, reservableTill }: Bounds,
): DayStatus {
  if (date < today) return "past";
  if (reservableTill === null || date > reservableTill) return "closed";
  if (availability.available_dates.includes(date)) return "available";
  if (availability.closed_dates.includes(date)) return "holiday";
  if (availability.past_cutoff_dates.includes(date)) return "ended";
  return availability.dates.includes(date) ? "full" : "closed";
}

export function hasNextMonth(month: CivilMonth, { reservableTill }: Bounds): boolean {
  return reservableTill !== null && reservableTill >= firstDayOf(addMonths(month, 1));
}

export function hasPreviousMonth(month: CivilMonth, { today }: Bounds): boolean {
  return month > monthOf(today);
}

/** Returns the later months that may be shown. */
export function monthsAfter(month: CivilMonth, bounds: Bounds): CivilMonth[] {
  const months: CivilMonth[] = [];
  for (let each = month; hasNextMonth(each, bounds);) {
    each = addMonths(each, 1);
    months.push(each);
  }
  return months;
}

/** Returns the date that a key moves the focus to; null for other keys and outside the bounds. */
export function dateAfterKey(date: CivilDate, key: string, bounds: Bounds): CivilDate | null {
  const weekday = mondayFirstWeekday(date);
  const moves: Record<string, () => CivilDate> = {
    ArrowLeft: () => addDays(date, -1),
    ArrowRight: () => addDays(date, 1),
    ArrowUp: () => addDays(date, -7),
    ArrowDown: () => addDays(date, 7),
    Home: () => addDays(date, -weekday),
    End: () => addDays(date, 6 - weekday),
    PageUp: () => addMonthsToDate(date, -1),
    PageDown: () => addMonthsToDate(date, 1),
  };
  const target = moves[key]?.();
  if (target === undefined) return null;
  const month = monthOf(target);
  const from = monthOf(date);
  if (month < from && !hasPreviousMonth(from, bounds)) return null;
  if (month > from && !hasNextMonth(from, bounds)) return null;
  return target;
}

/** Returns the day that receives the focus when the diner tabs into the month. */
export function entryDate(month: CivilMonth, preferred: CivilDate | null, today: CivilDate): CivilDate {
  if (preferred !== null && monthOf(preferred) === month) return preferred;
  return monthOf(today) === month ? today : firstDayOf(month);
}
