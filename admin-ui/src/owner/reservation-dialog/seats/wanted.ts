import { digitsOf } from "@seki/shared/phone";

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

/** A request of staff on the phone: party size and time, and the guest if something follows them. */
export interface SeatRequest {
  wanted: Wanted | null;
  /** Name, number or address to search for; empty without one. */
  guest: string;
}

/** Words after the size or the time that belong to them: "2 名", "19 時", "2 guests", "7 pm". */
const UNITS = /^(?:名様?|人様?|様|時半?|半|分|guests?|people|persons?|pax|pm|am|for|at)$/i;
/** A number with a unit is part of the time or the size, as in "19時 30分". */
const NUMBER_WITH_UNIT = /^\d{1,4}\s*(?:[:時分名人様]|guests?\b|people\b|pm\b|am\b)/i;
const LETTER = /\p{L}/u;
/** Minimum number of digits of a phone number, as in the search for guests. */
const MIN_DIGITS = 5;

/** Parses party size and time as `wantedOf`, and a guest behind them: "2 1900 健二", "3名 19:00 09011112222". */
export function requestOf(typed: string): SeatRequest {
  const words = typed.trim().split(/\s+/);
  for (const [count, next] of words.entries()) {
    const wanted = UNITS.test(next.normalize("NFKC")) ? null : wantedOf(words.slice(0, count).join(" "));
    if (wanted === null) continue;
    const guest = words.slice(count).join(" ");
    if (isGuest(guest.normalize("NFKC"))) return { wanted, guest };
    break;
  }
  return { wanted: wantedOf(typed), guest: "" };
}

function isGuest(text: string): boolean {
  return !NUMBER_WITH_UNIT.test(text) && (LETTER.test(text) || digitsOf(text).length >= MIN_DIGITS);
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
