import { joiner } from "@/console/i18n/page-language";
import { katakanaOf } from "@/console/ui/kana";
import { clockOf, minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import type { ChosenCustomer, CustomerType } from "../bookings/chosen-customer";
import { HOME_COUNTRY, digitsOf, readNumber, searchNumber } from "@seki/shared/phone";

/**
 * Rules of the dialog that creates a booking or sends an invitation (owner §3 to §5, §9). Independent of the screen.
 */

export type Calendar = Pick<
  Schemas["OwnerDailyCalendarPage"],
  "date" | "columns" | "operations" | "courses" | "inventory_groups" | "pacing" | "items"
>;
export type SeatGroup = Schemas["CalendarGroup"];
export type Seat = Schemas["CalendarSeat"];
export type TimeColumn = Schemas["TimeColumn"];

/** The chosen cells: seats of one group in one column. */
export interface Selection {
  group: SeatGroup;
  items: readonly Seat[];
  column: TimeColumn;
  /** The party size, if the seats were searched with one. */
  guests?: number;
}

/** A party for which no seats were found at its time, as far as it was entered. */
export interface UnseatedParty {
  guests: number;
  /** HH:mm of the day. */
  time: string;
  guest: ChosenCustomer | null;
  /** Input of the search for the guest. */
  typed: string;
  memo: string;
}

export type Kind = "in_person" | "invitation";

export interface Draft {
  kind: Kind;
  operation: string;
  startTime: string;
  endTime: string;
  guests: number;
  courseUid: string;
  memo: string;
  endsEarly: boolean;
}

/** Time, meal and party size, which is 0 until it is entered. */
export type Visit = Pick<Draft, "operation" | "startTime" | "guests">;

/** Minimum number of digits of a phone number in a search (owner §5). */
export const MIN_DIGITS = 5;
export const SEARCH_DEBOUNCE = 200;
/** Minutes between two times that can be chosen. */
export const STEP = 5;
const QUARTER = 15;
const DEADLINE_HOURS = 72;

/** The query of the search field, or the reason why it is empty. */
export type Search =
  | { way: "name" | "visitorName"; text: string }
  /** A number or an address, and the name that was typed with it. */
  | { way: "tel" | "email"; text: string; name?: string }
  /** Too few digits for a search: only a new customer can be added. */
  | { way: "too_short"; text: string }
  | { way: "nothing"; text: "" };

export function searchOf(typed: string, features: { allowEmailInvitation: boolean }): Search {
  const text = typed.normalize("NFKC").trim();
  if (text === "") return { way: "nothing", text: "" };
  const number = searchNumber(text);
  if (number !== null) return { way: digitsOf(number).length >= MIN_DIGITS ? "tel" : "too_short", text: number };
  const contact = contactIn(text, features);
  if (contact === null) return { way: "name", text };
  const { from, length, ...found } = contact;
  const name = text.split(/\s+/).toSpliced(from, length).join(" ");
  return name === "" ? found : { ...found, name };
}

/** Returns the longest number, or else the address, among the words of a text, with its position. */
function contactIn(text: string, { allowEmailInvitation }: { allowEmailInvitation: boolean }) {
  const words = text.split(/\s+/);
  for (let length = words.length; length > 0; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const number = searchNumber(words.slice(from, from + length).join(" "));
      const isNumber = number !== null && digitsOf(number).length >= MIN_DIGITS;
      if (isNumber) return { way: "tel" as const, text: number, from, length };
    }
  }
  const from = allowEmailInvitation ? words.findIndex((word) => word.includes("@")) : -1;
  return from < 0 ? null : { way: "email" as const, text: words[from] ?? "", from, length: 1 };
}

/** Returns what a search names: the name, and the number or the address. */
export function textOfSearch(search: Search): string {
  return "name" in search && search.name !== undefined ? `${search.name} ${search.text}` : search.text;
}

/** The form of a new customer, filled in with the search text. */
export interface NewCustomer {
  tab: "phone" | "email";
  nickname: string;
  /** The reading of the name. */
  kana: string;
  phoneCountry: string;
  phone: string;
  email: string;
  sendsSms: boolean;
  memo: string;
}

export function newCustomerFrom(search: Search, features: { allowSendIvrSmsByDefault: boolean }): NewCustomer {
  const isNumber = search.way === "tel" || search.way === "too_short";
  const isEmail = search.way === "email";
  const named = "name" in search ? (search.name ?? "") : "";
  const nickname = isNumber || isEmail ? named : search.text;
  return {
    tab: isEmail ? "email" : "phone",
    nickname,
    kana: katakanaOf(nickname) ?? "",
    phoneCountry: HOME_COUNTRY,
    // The phone field sets the country of a number with its code.
    phone: isNumber ? readNumber(search.text, HOME_COUNTRY, []).digits : "",
    email: isEmail ? search.text : "",
    sendsSms: !isEmail && features.allowSendIvrSmsByDefault,
    memo: "",
  };
}

/** Changes the tab, which turns the text message off (owner §4). */
export function withTab(form: NewCustomer, tab: NewCustomer["tab"]): NewCustomer {
  return tab === form.tab ? form : { ...form, tab, sendsSms: false };
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns the names of missing fields. */
export function missingOf(form: NewCustomer): ("nickname" | "phone" | "country" | "email")[] {
  const missing: ("nickname" | "phone" | "country" | "email")[] = [];
  if (form.nickname.trim() === "") missing.push("nickname");
  if (form.tab === "phone" && form.sendsSms && form.phone.trim() === "") missing.push("phone");
  if (form.tab === "phone" && form.phoneCountry === "") missing.push("country");
  if (form.tab === "email" && !EMAIL.test(form.email.trim())) missing.push("email");
  return missing;
}

export function customerBody(form: NewCustomer) {
  const byMail = form.tab === "email";
  const invited = byMail || form.sendsSms;
  return {
    type: invited ? "InvitedCustomer" : "OfflineCustomer",
    nickname: form.nickname.trim(),
    kana: form.kana.trim(),
    phone_country: form.phoneCountry,
    phone_local_number: byMail ? "" : form.phone,
    invitation_email: byMail ? form.email.trim() : "",
    allow_send_ivr_sms: !byMail && form.sendsSms,
    internal_memo: form.memo.trim(),
  };
}

/** Reports whether the customer can be invited: it has an account or was entered for an invitation. */
export function canBeInvited(type: CustomerType): boolean {
  return type === "OnlineCustomer" || type === "InvitedCustomer";
}

type Meal = Calendar["operations"][number];

const roundUp = (minutes: number) => Math.ceil(minutes / STEP) * STEP;
const roundDown = (minutes: number) => Math.floor(minutes / STEP) * STEP;

/** Returns the last end of a stay: the exact end of the last meal. Columns are widened to whole ones, and the server is exact. */
function lastEndOf({ operations, columns }: Calendar): string {
  const ends = operations.length > 0 ? operations : columns;
  return clockOf(roundDown(Math.max(0, ...ends.map(({ till }) => minutesOf(till)))));
}

function firstStartOf({ operations, columns }: Calendar): string {
  const starts = operations.length > 0 ? operations : columns;
  return clockOf(roundUp(Math.min(24 * 60, ...starts.map(({ from }) => minutesOf(from)))));
}

function isServedAt({ from, till }: Meal, start: string): boolean {
  return minutesOf(from) <= minutesOf(start) && minutesOf(start) < minutesOf(till);
}

/** Returns the start that is nearest to `start` in the hours of a meal. */
function startWithin(meal: Meal | undefined, start: string): string {
  if (!meal) return start;
  const last = roundUp(minutesOf(meal.till)) - STEP;
  return clockOf(Math.max(Math.min(minutesOf(start), last), roundUp(minutesOf(meal.from))));
}

/**
 * Returns the end of a stay from `start`: after the usual time of the meal and party size, which is 0 if unknown, and never after the last
 * column. Counterpart: `Stays::minutes_for` of the server.
 */
export function endOf(calendar: Calendar, operation: string, start: string, guests: number): string {
  const meal = calendar.operations.find(({ name }) => name === operation);
  // In the order of the sizes. A day that was stored before this field existed has none.
  const usual = (meal?.stays ?? []).findLast(({ from_guests: from }) => from <= guests)?.stay_minutes;
  const stay = usual ?? meal?.default_stay_minutes ?? (operation === "lunch" ? 60 : 120);
  return clockOf(Math.min(minutesOf(start) + stay, minutesOf(lastEndOf(calendar))));
}

/** Returns the party sizes that need exactly the chosen seats. */
export function guestOptions({ group, items }: Selection): number[] {
  const capacity = group.capacity_per_stock;
  const fewest = capacity * (items.length - 1) + 1;
  return items.length === 0 ? [] : Array.from({ length: capacity }, (_, index) => fewest + index);
}

export function coursesOf(calendar: Calendar, operation: string): Calendar["courses"] {
  return calendar.courses.filter((course) => course.operation === operation);
}

/** Returns the form for newly chosen cells, with default values and with options that have no alternative. */
export function freshDraft(calendar: Calendar, selection: Selection, kind: Kind): Draft {
  const { column } = selection;
  const within = calendar.operations.find((meal) => isServedAt(meal, column.from));
  const next = calendar.operations.find(({ from }) => minutesOf(from) >= minutesOf(column.from));
  const operation = column.operation ?? within?.name ?? next?.name ?? calendar.operations[0]?.name ?? "";
  const startTime = startWithin(
    calendar.operations.find(({ name }) => name === operation),
    column.from,
  );
  const guests = guestsOf(selection);
  return {
    kind,
    operation,
    startTime,
    endTime: endOf(calendar, operation, startTime, guests),
    guests,
    courseUid: only(coursesOf(calendar, operation))?.uid ?? "",
    memo: "",
    endsEarly: true,
  };
}

/**
 * Returns the default kind: an invitation for customers who were just entered for one, and for known diners (owner §4). A customer who can be
 * invited, for example because offers of the waiting list may reach them, gets a booking.
 */
export function usualKind({ isInvited, isKnown }: Pick<ChosenCustomer, "isInvited" | "isKnown">): Kind {
  return isInvited || isKnown ? "invitation" : "in_person";
}

/** Moves the booking to other seats: resets times, party size and course (owner §4), and keeps the rest. */
export function reseated(draft: Draft, calendar: Calendar, selection: Selection): Draft {
  const { kind, memo, endsEarly } = draft;
  return { ...freshDraft(calendar, selection, kind), memo, endsEarly };
}

/** Returns the smallest visit of the chosen cells, before any input. */
export function visitOf(calendar: Calendar, selection: Selection): Visit {
  const { operation, startTime, guests } = freshDraft(calendar, selection, "in_person");
  return { operation, startTime, guests: guests === 0 ? (guestOptions(selection)[0] ?? 1) : guests };
}

/** Returns a visit at a requested time, before it has seats. */
export function visitAt({ operations }: Calendar, startTime: string, guests: number): Visit {
  const within = operations.find((meal) => isServedAt(meal, startTime));
  const served = within ?? operations.findLast(({ from }) => minutesOf(from) <= minutesOf(startTime));
  return { operation: served?.name ?? "", startTime, guests };
}

/** Returns the requested party size or the only one that fits; 0 if it must be chosen. */
function guestsOf(selection: Selection): number {
  return selection.guests ?? only(guestOptions(selection)) ?? 0;
}

type CustomerVisit = Pick<Schemas["CustomerVisit"], "uid" | "date" | "status" | "start_time" | "guests_count">;

/** Returns a guest's bookings and invitations on the day, with their seats. */
export function visitsOn({ date, items, inventory_groups: groups }: Calendar, visits: readonly CustomerVisit[]) {
  const active = visits.filter((visit) => visit.date === date && ["accepted", "pending"].includes(visit.status));
  return active.map(({ uid, start_time: time, guests_count: guests }) => {
    const uids = items.find((item) => item.uid === uid)?.inventory_item_uids ?? [];
    const seats = groups.flatMap((group) => group.inventory_items).filter((seat) => uids.includes(seat.uid));
    return { uid, time, guests, seats: seats.map(({ label }) => label).join(joiner()) };
  });
}

function only<T>(choices: readonly T[]): T | undefined {
  return choices.length === 1 ? choices[0] : undefined;
}

/** Changes the meal. A start outside its hours moves into them. */
export function withOperation(draft: Draft, calendar: Calendar, selection: Selection, operation: string): Draft {
  const startTime = startWithin(
    calendar.operations.find(({ name }) => name === operation),
    draft.startTime,
  );
  const guests = guestsOf(selection);
  return {
    ...draft,
    operation,
    startTime,
    endTime: endOf(calendar, operation, startTime, guests),
    guests,
    courseUid: only(coursesOf(calendar, operation))?.uid ?? "",
  };
}

/**
 * Changes the start: the end, the party size and the course are reset (owner §4). A start in the hours of another meal changes the meal,
 * too.
 */
export function withStart(draft: Draft, calendar: Calendar, selection: Selection, startTime: string): Draft {
  const served = calendar.operations.filter((meal) => isServedAt(meal, startTime));
  const isServed = served.length === 0 || served.some(({ name }) => name === draft.operation);
  const operation = isServed ? draft.operation : (served[0]?.name ?? draft.operation);
  return withOperation({ ...draft, startTime }, calendar, selection, operation);
}

/** Changes the party size. The end follows while it is the proposed one. */
export function withGuests(draft: Draft, calendar: Calendar, guests: number): Draft {
  const proposed = (of: number) => endOf(calendar, draft.operation, draft.startTime, of);
  const endTime = draft.endTime === proposed(draft.guests) ? proposed(guests) : draft.endTime;
  return { ...draft, guests, endTime };
}

/** Returns the quarter of an hour including this party if that exceeds its limits. Staff may still exceed them. */
export function exceedsPacing(
  { pacing }: Calendar,
  { operation, startTime, guests }: Visit,
): Schemas["PacedQuarter"] | null {
  const own = pacing.filter((quarter) => quarter.operation === operation && quarter.from <= startTime).at(-1);
  if (!own || minutesOf(startTime) - minutesOf(own.from) >= QUARTER) return null;
  const { pacing_max_guests: maxGuests, pacing_max_parties: maxParties } = own;
  const [guests_count, parties_count] = [own.guests_count + Math.max(guests, 1), own.parties_count + 1];
  const isOver =
    (maxGuests !== null && guests_count > maxGuests) || (maxParties !== null && parties_count > maxParties);
  return isOver ? { ...own, guests_count, parties_count } : null;
}

/** Returns times of the day's meals at multiples of five minutes, and the chosen one. The last time is only an end. */
export function startChoices(calendar: Calendar, own: string): string[] {
  const times = steps(minutesOf(firstStartOf(calendar)), minutesOf(lastEndOf(calendar)) - STEP).map(minutesOf);
  const meals = calendar.operations.map(({ from, till }) => [minutesOf(from), minutesOf(till)] as const);
  const isServed = (time: number) => meals.some(([from, till]) => from <= time && time < till);
  return times.filter((time) => isServed(time) || time === minutesOf(own)).map(clockOf);
}

export function endChoices(calendar: Calendar, startTime: string): string[] {
  return steps(minutesOf(startTime) + STEP, minutesOf(lastEndOf(calendar)));
}

function steps(from: number, till: number): string[] {
  const choices: string[] = [];
  for (let minute = Math.ceil(from / STEP) * STEP; minute <= till; minute += STEP) choices.push(clockOf(minute));
  return choices;
}

/** Checks all rules of owner §5 except the customer, whose step comes first. */
export function isWhole(draft: Draft, calendar: Calendar, { group, items }: Selection): boolean {
  const capacity = group.capacity_per_stock;
  const selected = items.length;
  return (
    calendar.operations.some(({ name }) => name === draft.operation) &&
    draft.guests > 0 &&
    coursesOf(calendar, draft.operation).some(({ uid }) => uid === draft.courseUid) &&
    selected <= capacity * group.inventory_items.length &&
    draft.guests >= capacity * (selected - 1) + 1 &&
    selected >= Math.ceil(draft.guests / capacity) &&
    minutesOf(draft.startTime) < minutesOf(draft.endTime)
  );
}

/** Returns the local time of a zone as a timestamp, as if it were UTC. */
export function wallClock(now: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value ?? 0);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
}

/** Reports whether the deadline option is offered: for a visit more than 72 hours ahead. */
export function offersDeadline(date: string, startTime: string, wallNow: number): boolean {
  const start = Date.parse(`${date}T00:00:00Z`) + minutesOf(startTime) * 60_000;
  return start - wallNow > DEADLINE_HOURS * 3_600_000;
}

export function createBody(
  draft: Draft,
  calendar: Calendar,
  { group, items }: Selection,
  customer: ChosenCustomer,
  { withDeadline, key }: { withDeadline: boolean; key: string },
) {
  return {
    idempotency_key: key,
    guests_count: draft.guests,
    course_uid: draft.courseUid,
    inventory_group_uid: group.uid,
    inventory_item_uids: items.map(({ uid }) => uid),
    operation: draft.operation,
    starts_at: `${calendar.date}T${draft.startTime}`,
    ends_at: `${calendar.date}T${draft.endTime}`,
    internal_memo: draft.memo.trim(),
    can_ivr_expire_by_default: draft.kind === "invitation" && withDeadline && draft.endsEarly,
    online_customer_uid: customer.type === "OnlineCustomer" ? customer.uid : null,
    invited_customer_uid: customer.type === "InvitedCustomer" ? customer.uid : null,
    offline_customer_uid: isOffline(customer.type) ? customer.uid : null,
  };
}

function isOffline(type: CustomerType): boolean {
  return type === "OfflineCustomer" || type === "OffsiteCustomer";
}
