import { joiner } from "@/console/i18n/page-language";
import { clockOf, minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import { digitsOf } from "@seki/shared/phone";

/** The rules of the dialog that writes a booking down or sends an invitation (owner §3 to §5, §9): no screen in here. */

export type Calendar = Pick<
  Schemas["OwnerDailyCalendarPage"],
  "date" | "columns" | "operations" | "courses" | "inventory_groups" | "pacing" | "items"
>;
export type SeatGroup = Schemas["CalendarGroup"];
export type Seat = Schemas["CalendarSeat"];
export type TimeColumn = Schemas["TimeColumn"];

/** The chosen cells: seats of one group in one column of time. */
export interface Selection {
  group: SeatGroup;
  items: readonly Seat[];
  column: TimeColumn;
  /** How many come, where the seats were looked for with their number. */
  guests?: number;
}

export type CustomerType = Schemas["CustomerHit"]["type"];

/** Whom the booking is for: found, or written down just now. */
export interface ChosenCustomer {
  uid: string;
  type: CustomerType;
  name: string;
  group: string;
  visits: number;
  phone: string;
  email: string;
  isBlacklisted: boolean;
  hasAllergy: boolean;
  /** A text message was asked for, and the guest turned out to be a favourite's owner: they are invited as a diner. */
  isKnown: boolean;
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

/** When how many come, for which meal; 0 guests while that is not said. */
export type Visit = Pick<Draft, "operation" | "startTime" | "guests">;

const MIN_DIGITS = 5;
export const SEARCH_DEBOUNCE = 200;
const STEP = 5;
const QUARTER = 15;
const DEADLINE_HOURS = 72;

/** What the one search field asks for, or why it asks for nothing. */
export type Search =
  | { way: "name" | "tel" | "email" | "visitorName"; text: string }
  /** Too few digits for a search: only a new customer can be added. */
  | { way: "too_short"; text: string }
  | { way: "nothing"; text: "" };

export function searchOf(typed: string, features: { allowEmailInvitation: boolean }): Search {
  const text = typed.normalize("NFKC").trim();
  if (text === "") return { way: "nothing", text: "" };
  const digits = text.replace(/[\s-]/g, "");
  if (/^[0-9]+$/.test(digits)) {
    return digits.length >= MIN_DIGITS ? { way: "tel", text: digits } : { way: "too_short", text: digits };
  }
  if (text.includes("@") && features.allowEmailInvitation) return { way: "email", text };
  return { way: "name", text };
}

/** The form of a new customer, filled in with what was searched for. */
export interface NewCustomer {
  tab: "phone" | "email";
  nickname: string;
  phoneCountry: string;
  phone: string;
  email: string;
  sendsSms: boolean;
  memo: string;
}

export function newCustomerFrom(search: Search, features: { allowSendIvrSmsByDefault: boolean }): NewCustomer {
  const isNumber = search.way === "tel" || search.way === "too_short";
  const isEmail = search.way === "email";
  return {
    tab: isEmail ? "email" : "phone",
    nickname: isNumber || isEmail ? "" : search.text,
    phoneCountry: "JP",
    phone: isNumber ? search.text : "",
    email: isEmail ? search.text : "",
    sendsSms: !isEmail && features.allowSendIvrSmsByDefault,
    memo: "",
  };
}

/** Another tab turns the text message off (owner §4). */
export function withTab(form: NewCustomer, tab: NewCustomer["tab"]): NewCustomer {
  return tab === form.tab ? form : { ...form, tab, sendsSms: false };
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is missing: the fields' names. */
export function missingOf(form: NewCustomer): ("nickname" | "phone" | "country" | "email")[] {
  const missing: ("nickname" | "phone" | "country" | "email")[] = [];
  if (form.nickname.trim() === "") missing.push("nickname");
  if (form.tab === "phone" && form.sendsSms && digitsOf(form.phone) === "") missing.push("phone");
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
    phone_country: form.phoneCountry,
    phone_local_number: byMail ? "" : digitsOf(form.phone),
    invitation_email: byMail ? form.email.trim() : "",
    allow_send_ivr_sms: !byMail && form.sendsSms,
    internal_memo: form.memo.trim(),
  };
}

/** Whether the customer can be invited: one with an account, or one that was entered for an invitation. */
export function canBeInvited(type: CustomerType): boolean {
  return type === "OnlineCustomer" || type === "InvitedCustomer";
}

function lastEndOf(calendar: Calendar): string {
  return clockOf(Math.max(0, ...calendar.columns.map((column) => minutesOf(column.till))));
}

function firstStartOf(calendar: Calendar): string {
  return clockOf(Math.min(24 * 60, ...calendar.columns.map((column) => minutesOf(column.from))));
}

/** Where a stay from `start` ends: after the meal's usual time, and never after the last column. */
export function endOf(calendar: Calendar, operation: string, start: string): string {
  const known = calendar.operations.find(({ name }) => name === operation)?.default_stay_minutes;
  const stay = known ?? (operation === "lunch" ? 60 : 120);
  return clockOf(Math.min(minutesOf(start) + stay, minutesOf(lastEndOf(calendar))));
}

/** The party sizes that fill the chosen seats, no more and no fewer. */
export function guestOptions({ group, items }: Selection): number[] {
  const capacity = group.capacity_per_stock;
  const fewest = capacity * (items.length - 1) + 1;
  return items.length === 0 ? [] : Array.from({ length: capacity }, (_, index) => fewest + index);
}

export function coursesOf(calendar: Calendar, operation: string): Calendar["courses"] {
  return calendar.courses.filter((course) => course.operation === operation);
}

/** The form for newly chosen cells: everything is as usual, and what has only one choice is chosen. */
export function freshDraft(calendar: Calendar, selection: Selection, kind: Kind): Draft {
  const { column } = selection;
  const within = calendar.operations.find(
    ({ from, till }) => minutesOf(from) <= minutesOf(column.from) && minutesOf(column.from) < minutesOf(till),
  );
  const operation = column.operation ?? within?.name ?? calendar.operations[0]?.name ?? "";
  return {
    kind,
    operation,
    startTime: column.from,
    endTime: endOf(calendar, operation, column.from),
    guests: guestsOf(selection),
    courseUid: only(coursesOf(calendar, operation))?.uid ?? "",
    memo: "",
    endsEarly: true,
  };
}

/** Whoever was entered for an invitation, or turned out to be a member, is invited unless staff say otherwise. */
export function usualKind({ type, isKnown }: Pick<ChosenCustomer, "type" | "isKnown">): Kind {
  return type === "InvitedCustomer" || isKnown ? "invitation" : "in_person";
}

/** The booking on other seats: times, guests and course begin anew (owner §4), what is noted of it stays. */
export function reseated(draft: Draft, calendar: Calendar, selection: Selection): Draft {
  const { kind, memo, endsEarly } = draft;
  return { ...freshDraft(calendar, selection, kind), memo, endsEarly };
}

/** A guest who is known, as their own page tells of them. */
export function knownCustomer(customer: Schemas["CustomerCard"]): ChosenCustomer {
  return {
    uid: customer.uid,
    type: customer.type,
    name: customer.display_fullname,
    group: customer.label,
    visits: customer.visit_count,
    phone: customer.display_phone_number,
    email: customer.email ?? customer.invitation_email ?? "",
    isBlacklisted: customer.is_blacklisted,
    hasAllergy: customer.has_allergy,
    isKnown: false,
  };
}

/** Who would come to the chosen cells at least, before anything is typed. */
export function visitOf(calendar: Calendar, selection: Selection): Visit {
  const { operation, startTime, guests } = freshDraft(calendar, selection, "in_person");
  return { operation, startTime, guests: guests === 0 ? (guestOptions(selection)[0] ?? 1) : guests };
}

/** A party at a time that was named, before it has seats. */
export function visitAt({ operations }: Calendar, startTime: string, guests: number): Visit {
  const served = operations.findLast(({ from }) => minutesOf(from) <= minutesOf(startTime));
  return { operation: served?.name ?? "", startTime, guests };
}

/** The number that was named, else the only one that fills the seats; 0 where it is to be chosen. */
function guestsOf(selection: Selection): number {
  return selection.guests ?? only(guestOptions(selection)) ?? 0;
}

type CustomerVisit = Pick<Schemas["CustomerVisit"], "uid" | "date" | "status" | "start_time" | "guests_count">;

/** When a guest comes on the day already, and where. */
export function visitsOn({ date, items, inventory_groups: groups }: Calendar, visits: readonly CustomerVisit[]) {
  const stand = visits.filter((visit) => visit.date === date && ["accepted", "pending"].includes(visit.status));
  return stand.map(({ uid, start_time: time, guests_count: guests }) => {
    const uids = items.find((item) => item.uid === uid)?.inventory_item_uids ?? [];
    const seats = groups.flatMap((group) => group.inventory_items).filter((seat) => uids.includes(seat.uid));
    return { uid, time, guests, seats: seats.map(({ label }) => label).join(joiner()) };
  });
}

function only<T>(choices: readonly T[]): T | undefined {
  return choices.length === 1 ? choices[0] : undefined;
}

export function withOperation(draft: Draft, calendar: Calendar, selection: Selection, operation: string): Draft {
  return {
    ...draft,
    operation,
    endTime: endOf(calendar, operation, draft.startTime),
    guests: guestsOf(selection),
    courseUid: only(coursesOf(calendar, operation))?.uid ?? "",
  };
}

/** Another start moves the end along. */
export function withStart(draft: Draft, calendar: Calendar, startTime: string): Draft {
  return { ...draft, startTime, endTime: endOf(calendar, draft.operation, startTime) };
}

/** The quarter of an hour with this party in it, where that is more than the restaurant wants; staff may go beyond. */
export function overPace(
  { pacing }: Calendar,
  { operation, startTime, guests }: Visit,
): Schemas["PacedQuarter"] | null {
  const own = pacing.filter((quarter) => quarter.operation === operation && quarter.from <= startTime).at(-1);
  if (!own || minutesOf(startTime) - minutesOf(own.from) >= QUARTER) return null;
  const { pacing_max_guests: mostGuests, pacing_max_parties: mostParties } = own;
  const [guests_count, parties_count] = [own.guests_count + Math.max(guests, 1), own.parties_count + 1];
  const isOver =
    (mostGuests !== null && guests_count > mostGuests) || (mostParties !== null && parties_count > mostParties);
  return isOver ? { ...own, guests_count, parties_count } : null;
}

/** Times of the day's meals on the five minutes, and the one that was chosen; the last one is an end only. */
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

/** All of owner §5; the customer is there, or the form would not be. */
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

/** The wall clock of a zone, as if it were UTC. */
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

/** The deadline option is offered for a visit more than 72 hours ahead. */
export function offersDeadline(date: string, startTime: string, wallNow: number): boolean {
  const start = Date.parse(`${date}T00:00:00Z`) + minutesOf(startTime) * 60_000;
  return start - wallNow > DEADLINE_HOURS * 3_600_000;
}

export function createBody(
  draft: Draft,
  calendar: Calendar,
  { group, items }: Selection,
  customer: ChosenCustomer,
  withDeadline: boolean,
) {
  return {
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
