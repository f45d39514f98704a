import { joiner } from "@/console/i18n/page-language";
import { clockOf, minutesOf } from "@/console/ui/times";
import { addDays, dateInZone, formatDay, formatTime, utcOf } from "@seki/shared/civil-time";
import type { Schemas } from "@/owner/api";
import type { Translate } from "@/owner/i18n/use-t";
import type { UnseatedParty } from "../../reservation-dialog/model";

export type WaitingEntry = Schemas["WaitingListEntry"];
type Day = Schemas["OwnerDailyCalendarPage"];
type Language = Parameters<typeof formatDay>[1];

const STEP = 15;
const MINUTES_OF_A_DAY = 24 * 60;
const MINUTE_MS = 60_000;

/** Returns the quarter hours of a day from a minute to another one, both included. */
function quarterHours(from: number, till: number): string[] {
  const times: string[] = [];
  for (let minute = Math.ceil(from / STEP) * STEP; minute <= till; minute += STEP) times.push(clockOf(minute));
  return times;
}

/** Returns the start times for the waiting list: the quarter hours of the day's meals, today without past ones. */
export function waitingTimes({ operations }: Pick<Day, "operations">, now: number | null): string[] {
  const opens = Math.min(...operations.map((operation) => minutesOf(operation.from)));
  const from = Math.max(opens, now ?? opens);
  const till = Math.max(...operations.map((operation) => minutesOf(operation.till))) - STEP;
  return quarterHours(from, till);
}

/** Returns the times of today at which a party may stop to wait: the quarter hours to come before its latest start. */
export function untilTimes(now: number, till: string): string[] {
  return quarterHours(now + 1, minutesOf(till) - 1);
}

/** The entry of a party, as its fields have it. */
export interface WaitingDraft {
  /** YYYY-MM-DD */
  date: string;
  guests: string;
  /** HH:mm of the day. */
  from: string;
  till: string;
  /** HH:mm of today, or for another day date and time; empty for the latest start. */
  until: string;
  memo: string;
}

/** Returns an empty entry for a day: from dinner time to the last hour. */
export function emptyDraft(day: Pick<Day, "operations">, date: string, now: number | null): WaitingDraft {
  const times = waitingTimes(day, now);
  const from = times.find((time) => time >= "18:00") ?? times[0] ?? "";
  return { date, guests: "2", from, till: times.at(-1) ?? "", until: "", memo: "" };
}

/** Returns an entry for a requested party size and time: from that time to the last one of its meal. */
export function requestedDraft(
  day: Pick<Day, "operations">,
  date: string,
  now: number | null,
  { guests, time, memo }: Pick<UnseatedParty, "guests" | "time" | "memo">,
): WaitingDraft {
  const times = waitingTimes(day, now);
  const draft = { ...emptyDraft(day, date, now), guests: String(guests), memo };
  const from = times.find((each) => minutesOf(each) >= minutesOf(time));
  if (from === undefined) return draft;
  const at = minutesOf(from);
  const meal = day.operations.find((each) => minutesOf(each.from) <= at && at < minutesOf(each.till));
  const till = meal && times.findLast((each) => minutesOf(each) < minutesOf(meal.till));
  return { ...draft, from, till: till ?? draft.till };
}

/** Returns times with a chosen one that is not one of them, as a start that has passed meanwhile. */
export function withChosen(times: string[], chosen: string): string[] {
  return chosen === "" || times.includes(chosen) ? times : [...times, chosen].toSorted();
}

type Change = Schemas["WaitingListChange"];
/** The fields of an entry, as calls name them. */
export type EntryFields = Required<Omit<Change, "expected">>;

/** Returns the saved fields of an entry of a day. */
export function fieldsOf(entry: WaitingEntry, date: string): EntryFields {
  return {
    date,
    starts_from: entry.from_time,
    starts_till: entry.till_time,
    guests_count: entry.guests_count,
    waits_until: entry.waits_until,
    internal_memo: entry.internal_memo,
  };
}

function untilFieldOf({ date, starts_till, waits_until }: EntryFields, isToday: boolean): string {
  const [day, time] = [waits_until.slice(0, 10), waits_until.slice(11, 16)];
  if (day < date) return `${day}T${time}`;
  const clock = day === date ? time : clockOf(minutesOf(time) + MINUTES_OF_A_DAY);
  if (clock === starts_till) return "";
  return isToday ? clock : `${day}T${time}`;
}

/** Returns saved fields as the form shows them. */
export function draftOf(fields: EntryFields, isToday: boolean): WaitingDraft {
  const { date, starts_from: from, starts_till: till, guests_count, internal_memo: memo } = fields;
  return { date, guests: String(guests_count), from, till, until: untilFieldOf(fields, isToday), memo };
}

/**
 * Returns what the save of an entry sends: the fields that differ from the first draft, and the values of them that the
 * user has seen. Null without a change.
 */
export function changeOf(first: WaitingDraft, draft: WaitingDraft, seen: EntryFields): Change | null {
  const change: Change = {};
  if (draft.date !== first.date) change.date = draft.date;
  if (draft.from !== first.from) change.starts_from = draft.from;
  if (draft.till !== first.till) change.starts_till = draft.till;
  if (draft.guests !== first.guests) change.guests_count = Number(draft.guests);
  if (draft.until !== first.until) change.waits_until = draft.until;
  if (draft.memo !== first.memo) change.internal_memo = draft.memo;
  const names = Object.keys(change);
  if (names.length === 0) return null;
  return { ...change, expected: Object.fromEntries(Object.entries(seen).filter(([name]) => names.includes(name))) };
}

/** Formats a time of a business day for a field of date and time; a time past midnight is on the next date. */
export function fieldTimeOf(date: string, clock: string): string {
  const minutes = minutesOf(clock);
  const day = minutes < MINUTES_OF_A_DAY ? date : addDays(date, 1);
  return `${day}T${clockOf(minutes % MINUTES_OF_A_DAY)}`;
}

/** Returns until when a party waits, with the day if it is an earlier one; null if until its latest start. */
export function untilOf({ waits_until, till_time }: WaitingEntry, date: string, language: Language): string | null {
  const [day, time] = [waits_until.slice(0, 10), waits_until.slice(11, 16)];
  if (day < date) return `${formatDay(day, language)} ${time}`;
  const clock = day === date ? time : clockOf(minutesOf(time) + MINUTES_OF_A_DAY);
  return clock === till_time ? null : clock;
}

/** A deadline of an offer. */
export interface Deadline {
  minutes: number;
  /** HH:mm. */
  time: string;
  /** Whether the offer ends when the visit begins. */
  isStart: boolean;
}

/** Deadlines to choose from, in minutes. The second one is the usual one. */
const DEADLINES = [15, 30, 60, 180, MINUTES_OF_A_DAY] as const;
export const USUAL_DEADLINE = 30;
/** The least deadline that the server accepts. An offer ends with the start of the visit in any case. */
const MIN_DEADLINE = 5;

/** Returns the deadlines to choose from before the start of a visit, and within a day of it the start itself. */
export function deadlinesOf(now: Date, date: string, startTime: string, timeZone: string): Deadline[] {
  const today = dateInZone(now, timeZone);
  const days = (utcOf(date).getTime() - utcOf(today).getTime()) / (MINUTES_OF_A_DAY * MINUTE_MS);
  const passed = minutesOf(formatTime(now.toISOString(), "ja", timeZone));
  const left = days * MINUTES_OF_A_DAY + minutesOf(startTime) - passed;
  const timeAfter = (minutes: number) =>
    formatTime(new Date(now.getTime() + minutes * MINUTE_MS).toISOString(), "ja", timeZone);
  const deadlines = DEADLINES.filter((minutes) => minutes < left).map((minutes) => ({
    minutes,
    time: timeAfter(minutes),
    isStart: false,
  }));
  if (left > MINUTES_OF_A_DAY) return deadlines;
  return [...deadlines, { minutes: Math.max(left, MIN_DEADLINE), time: timeAfter(Math.max(left, 0)), isStart: true }];
}

export type Seat = NonNullable<WaitingEntry["seat"]>;

/** Formats seats with the name of their group. Seats that are apart are marked as in the seat finder. */
export function seatsTextOf({ inventory_group_title, labels, reasons }: Seat, t: Translate): string {
  const seats = `${inventory_group_title} ${labels.join(joiner())}`;
  return reasons.includes("apart") ? t("waiting.seats_apart", { seats, reason: t("seat_finder.reason.apart") }) : seats;
}

/** Names seats and their times. */
export function seatKeyOf(seat: Seat): string {
  return [seat.start_time, seat.end_time, ...seat.inventory_item_uids.toSorted()].join(" ");
}

/** Reports whether both proposals have the same seats and times. */
export function isSameSeat(one: Seat, other: Seat): boolean {
  return seatKeyOf(one) === seatKeyOf(other);
}

/** Reports whether an entry is open in a minute of the restaurant, such as `2026-12-08 18:30`. */
function isOpenAt({ state, waits_until }: WaitingEntry, minute: string): boolean {
  if (state !== "waiting") return state !== "over";
  return minute < waits_until.slice(0, 16).replace("T", " ");
}

function placeOf({ state, seat }: WaitingEntry): number {
  if (state === "seated") return 2;
  return state === "waiting" && seat === null ? 1 : 0;
}

/**
 * Sorts the entries that are open in a minute of the restaurant: parties with free seats first, seated parties last,
 * otherwise in their order.
 */
export function inOrder(entries: readonly WaitingEntry[], minute: string): WaitingEntry[] {
  const open = entries.filter((entry) => isOpenAt(entry, minute));
  return open.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns the starts of an offer: from the earliest free one, the quarter hours that the party accepts. */
export function offerTimes({ till_time: till }: WaitingEntry, first: string): string[] {
  return [first, ...quarterHours(minutesOf(first) + 1, minutesOf(till))];
}

/** Reports whether the last offer, which the party did not take, had the proposed seats. */
export function wasOffered({ seat, last_offer: last }: WaitingEntry): boolean {
  if (seat === null || seat.start_time !== last?.start_time) return false;
  return seat.labels.toSorted().join(" ") === last.labels.toSorted().join(" ");
}

function isWithin({ start_time, end_time }: Seat, from: string, till: string): boolean {
  return minutesOf(start_time) < minutesOf(till) && minutesOf(from) < minutesOf(end_time);
}

/** The numbers of a waiting list. */
interface WaitingCounts {
  /** Parties that wait. */
  count: number;
  /** Parties that can be seated together, in their order. */
  fits: number;
  /** Parties that can be seated only instead of an earlier one. */
  others: number;
}

/** Counts the parties that wait. No seat is counted for two parties at the same time. */
export function countsOf(entries: readonly WaitingEntry[]): WaitingCounts {
  const matches = matchesOf(entries);
  const fits = matches.filter(({ entry }) => entry.fits_with_earlier).length;
  return {
    count: entries.filter(({ state }) => state === "waiting").length,
    fits,
    others: matches.length - fits,
  };
}

/** Returns the key of the text for the numbers of a waiting list. */
export function countsKey({ fits, others }: WaitingCounts): "count" | "count_fits" | "count_or" {
  if (fits === 0) return "count";
  return others === 0 ? "count_fits" : "count_or";
}

/** Returns the waiting parties whose proposed seats are used within a time of the day. */
export function fittingBetween(entries: readonly WaitingEntry[], from: string, till: string): WaitingEntry[] {
  return entries.filter(({ state, seat }) => state === "waiting" && seat !== null && isWithin(seat, from, till));
}

/** A waiting party for which seats are free. */
export interface Match {
  entry: WaitingEntry;
  seat: Seat;
  /** Names the party and the seats. */
  key: string;
}

/** Returns the waiting parties for which seats are free. */
export function matchesOf(entries: readonly WaitingEntry[]): Match[] {
  return entries.flatMap((entry) => {
    const { uid, state, seat } = entry;
    return state === "waiting" && seat !== null ? [{ entry, seat, key: `${uid} ${seatKeyOf(seat)}` }] : [];
  });
}

/** Returns the parties that waited without free seats in the previous state of the list, and have some now. */
export function newMatches(before: readonly WaitingEntry[], now: readonly WaitingEntry[]): Match[] {
  const waited = new Set(
    before.filter(({ state, seat }) => state === "waiting" && seat === null).map(({ uid }) => uid),
  );
  return matchesOf(now).filter(({ entry }) => waited.has(entry.uid));
}
