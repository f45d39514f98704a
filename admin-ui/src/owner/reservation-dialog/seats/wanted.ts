import { addDays, isCivilDate } from "@seki/shared/civil-time";
import { digitsOf, searchNumber } from "@seki/shared/phone";
import { clockOf, minutesOf as minutesOfClock } from "@/console/ui/times";
import { MIN_DIGITS, STEP } from "../model";
import type { Calendar } from "../model";

/** A requested party size and time. */
export interface Wanted {
  guests: number;
  /** HH:mm; hours continue after midnight, as in 25:30. */
  time: string;
}

/** A time. Digits directly after the hour are its minutes, unless a guest counter follows them. */
const CLOCK = /(\d{1,2})\s*(?::\s*(\d{2})|時(?:(半)|(\d{1,2})分|(\d{2})(?!\d|\s*[名人様]))?)/;
const FOUR_DIGITS = /(?:^|\s)(\d{2})(\d{2})(?:\s|$)/;
const AFTERNOON = /(\d{1,2})(:\d{2})?\s*pm\b/i;
const LAST_HOUR = 29;

/** Parses the input of staff on the phone: "3名 19:00", "19時半 2人", "2 1930", "4 19". */
export function wantedOf(typed: string): Wanted | null {
  const text = typed.normalize("NFKC").trim().replace(AFTERNOON, afternoon);
  const clock = CLOCK.exec(text) ?? FOUR_DIGITS.exec(text);
  const time = clock ? timeOf(Number(clock[1]), minutesOf(clock)) : null;
  if (clock && time === null) return null;
  const numbers = (clock ? text.replace(clock[0], " ") : text).match(/\d+/g)?.map(Number) ?? [];
  const [guests, hour] = numbers;
  if (guests === undefined || guests < 1 || guests > 99) return null;
  if (time !== null) return numbers.length === 1 ? { guests, time } : null;
  const bare = hour === undefined || numbers.length > 2 ? null : timeOf(hour, 0);
  return bare === null ? null : { guests, time: bare };
}

/** A request of staff on the phone, as far as it was typed: party size, time, guest and day, in any order. */
export interface SeatRequest {
  /** Party size and time; null until both are typed. */
  wanted: Wanted | null;
  guests: number | null;
  time: string | null;
  /** Name, number, code or address to search for; empty without one. */
  guest: string;
  /** YYYY-MM-DD; null without one. */
  day: string | null;
  /** A word in the form of a date that no calendar has, as it was typed: "2/30"; null without one. */
  impossibleDay: string | null;
  /** The input without the guest. */
  rest: string;
}

/** Words that belong to the size or the time: "2 名", "19 時", "2 guests", "7 pm". */
const UNITS = /^(?:名様?|人様?|様|時半?|半|分|guests?|people|persons?|pax|pm|am|for|at)$/i;
/** A number with a unit is part of the time or the size, as in "19時 30分". */
const NUMBER_WITH_UNIT = /^\d{1,4}\s*(?:[:時分名人様]|guests?\b|people\b|pm\b|am\b)/i;
const LETTER = /\p{L}/u;

/**
 * Parses party size and time as `wantedOf`, with a guest and a day before, between or behind them: "2 1900 健二",
 * "大友 3名 19:00", "09011112222 2名 19:00 12/5". `today` is the first day that a date without a year can mean.
 */
export function requestOf(typed: string, today: string): SeatRequest {
  const all = typed.split(/\s+/).filter((word) => word !== "");
  const dated = all.find((word) => dayOf(word, today) !== null);
  const day = dated === undefined ? null : dayOf(dated, today);
  const impossible = all.find((word) => hasFormOfDay(word) && dayOf(word, today) === null);
  const words = all.filter((word) => word !== dated && word !== impossible);
  const numbers = words.filter(isPhone);
  const { name, seats } = splitName(words.filter((word) => !isPhone(word)));
  const wanted = wantedOf(seats.join(" "));
  return {
    wanted,
    ...(wanted ?? partOf(seats.join(" "))),
    guest: [...name, ...numbers].join(" "),
    day,
    impossibleDay: impossible ?? null,
    rest: [...seats, ...[dated, impossible].filter((word) => word !== undefined)].join(" "),
  };
}

/** Returns the input without its day, for the search on that day. */
export function typedWithoutDay(typed: string, today: string): string {
  const words = typed.trim().split(/\s+/);
  return words.filter((word) => dayOf(word, today) === null).join(" ");
}

const halfWidth = (word: string) => word.normalize("NFKC");

function isPhone(word: string): boolean {
  const number = searchNumber(word);
  return number !== null && digitsOf(number).length >= MIN_DIGITS;
}

/** Separates the name from size and time: the longest run of words without which the others are a size and a time. */
function splitName(words: readonly string[]): { name: readonly string[]; seats: readonly string[] } {
  for (let length = words.length; length > 0; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const name = words.slice(from, from + length);
      const seats = words.toSpliced(from, length);
      if (isName(name.map(halfWidth)) && wantedOf(seats.join(" ")) !== null) return { name, seats };
    }
  }
  if (wantedOf(words.join(" ")) !== null) return { name: [], seats: words };
  // Size or time is missing. All words that are neither are the name.
  const name = words.filter((word) => !isOfSeats(halfWidth(word)));
  const seats = words.filter((word) => isOfSeats(halfWidth(word)));
  return { name: LETTER.test(name.join("")) ? name : [], seats };
}

function isOfSeats(word: string): boolean {
  return UNITS.test(word) || NUMBER_WITH_UNIT.test(word) || /^\d+$/.test(word);
}

function isName(words: readonly string[]): boolean {
  const text = words.join(" ");
  const hasUnit = UNITS.test(words[0] ?? "") || UNITS.test(words.at(-1) ?? "") || NUMBER_WITH_UNIT.test(text);
  // Groups of a number begin with 0 or +, unlike a time before them.
  const isNumber = /^[0+]/.test(text) && digitsOf(text).length >= MIN_DIGITS;
  return !hasUnit && (LETTER.test(text) || isNumber);
}

/** Parses a size without a time, or a time without a size. */
function partOf(text: string): { guests: number | null; time: string | null } {
  if (text === "") return { guests: null, time: null };
  const guests = wantedOf(`${text} 0:00`)?.guests ?? null;
  return { guests, time: guests === null ? (wantedOf(`1名 ${text}`)?.time ?? null) : null };
}

const DATE = /^(?:(\d{4})[/年])?(\d{1,2})(?:\/(\d{1,2})|月(\d{1,2})日?)$/;
const ISO_DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const NEAR_DAYS: Readonly<Record<string, number>> = {
  今日: 0,
  本日: 0,
  明日: 1,
  明後日: 2,
  today: 0,
  tomorrow: 1,
};

/** Reports whether a word has the form of a date, which need not exist. "12/0" is the beginning of "12/05". */
function hasFormOfDay(word: string): boolean {
  const text = halfWidth(word);
  return (ISO_DATE.test(text) || DATE.test(text)) && !/\D0$/.test(text);
}

/** Parses a day: "12/5", "12月5日", "2026-12-05", "明日"; null for any other word, and for a date that does not exist. */
function dayOf(word: string, today: string): string | null {
  const text = halfWidth(word).toLowerCase();
  const near = NEAR_DAYS[text];
  if (near !== undefined) return addDays(today, near);
  const [, isoYear, isoMonth, isoDay] = ISO_DATE.exec(text) ?? [];
  const [, givenYear, givenMonth, slashDay, namedDay] = DATE.exec(text) ?? [];
  const [year, month, day] = [isoYear ?? givenYear, isoMonth ?? givenMonth, isoDay ?? slashDay ?? namedDay];
  if (month === undefined || day === undefined) return null;
  const inYear = (of: number) => `${of}-${two(Number(month))}-${two(Number(day))}`;
  const thisYear = Number(today.slice(0, 4));
  const date = inYear(year === undefined ? thisYear : Number(year));
  const next = year === undefined && date < today ? inYear(thisYear + 1) : date;
  return isCivilDate(next) ? next : null;
}

/** Moves an hour before opening to the evening: half past seven is 19:30 without breakfast. */
export function withinHours(
  wanted: Wanted | null,
  operations: readonly { from: string; till: string }[],
): Wanted | null {
  if (wanted === null) return null;
  const [hours = 0, minutes = 0] = wanted.time.split(":").map(Number);
  const opens = operations.map(({ from }) => from).toSorted()[0] ?? "";
  const closes =
    operations
      .map(({ till }) => till)
      .toSorted()
      .at(-1) ?? "";
  const later = timeOf(hours + 12, minutes) ?? "";
  return wanted.time < opens && opens <= later && later < closes ? { ...wanted, time: later } : wanted;
}

/** Returns the meals that are served at seats. */
export function seatedMeals({ operations }: Pick<Calendar, "operations">) {
  return operations.filter(({ name }) => name !== "takeaway");
}

/** Moves a time outside the meals to the start of the next one; null after the last meal of the day. */
export function nextServed(wanted: Wanted | null, meals: readonly { from: string; till: string }[]): Wanted | null {
  if (wanted === null || meals.length === 0) return wanted;
  if (meals.some(({ from, till }) => from <= wanted.time && wanted.time < till)) return wanted;
  const starts = meals.map(({ from }) => clockOf(Math.ceil(minutesOfClock(from) / STEP) * STEP));
  const time = starts.toSorted().find((start) => start > wanted.time);
  return time === undefined ? null : { ...wanted, time };
}

function afternoon(_: string, hours: string, minutes = ":00"): string {
  return `${(Number(hours) % 12) + 12}${minutes}`;
}

function minutesOf([, , afterColon, half, named, bare]: RegExpExecArray): number {
  return half === undefined ? Number(afterColon ?? named ?? bare ?? 0) : 30;
}

const two = (value: number) => String(value).padStart(2, "0");

function timeOf(hours: number, minutes: number): string | null {
  if (hours > LAST_HOUR || minutes > 59 || Number.isNaN(minutes)) return null;
  return `${two(hours)}:${two(minutes)}`;
}
