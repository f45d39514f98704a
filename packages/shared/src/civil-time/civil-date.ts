/**
 * Civil dates ("2026-12-24") and months ("2026-12") as strings. Arithmetic uses UTC, so no browser time zone can shift
 * a day.
 */

export type CivilDate = string;
export type CivilMonth = string;

const DAY_MS = 86_400_000;

export function utcOf(date: CivilDate): Date {
  return new Date(`${date}T00:00:00Z`);
}

function civilOf(instant: Date): CivilDate {
  return instant.toISOString().slice(0, 10);
}

export function isCivilDate(value: string | null | undefined): value is CivilDate {
  if (!value || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const instant = utcOf(value);
  return !Number.isNaN(instant.getTime()) && civilOf(instant) === value;
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return civilOf(new Date(utcOf(date).getTime() + days * DAY_MS));
}

export function monthOf(date: CivilDate): CivilMonth {
  return date.slice(0, 7);
}

export function firstDayOf(month: CivilMonth): CivilDate {
  return `${month}-01`;
}

export function addMonths(month: CivilMonth, months: number): CivilMonth {
  const first = utcOf(firstDayOf(month));
  return civilOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1))).slice(0, 7);
}

export function daysInMonth(month: CivilMonth): number {
  return Number(addDays(firstDayOf(addMonths(month, 1)), -1).slice(8));
}

/** Returns the same day of another month, or the last day of a shorter month. */
export function addMonthsToDate(date: CivilDate, months: number): CivilDate {
  const month = addMonths(monthOf(date), months);
  const day = Math.min(Number(date.slice(8)), daysInMonth(month));
  return `${month}-${String(day).padStart(2, "0")}`;
}

/** 0 is Monday, 6 is Sunday. */
export function mondayFirstWeekday(date: CivilDate): number {
  return (utcOf(date).getUTCDay() + 6) % 7;
}

/** By time zone: a format takes much longer to create than to use, and a calendar uses it for each of its instants. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns the civil date of an instant in a time zone. */
export function dateInZone(instant: Date, timeZone: string): CivilDate {
  let format = dateFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
    dateFormats.set(timeZone, format);
  }
  return format.format(instant);
}
