import { joiner, plainDate } from "@/console/i18n/page-language";
import { clockOf, minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import type { Translate } from "@/owner/i18n/use-t";

/** Content and requests of a reservation's forms (owner §4, §5, §7). Independent of the screen. */

export type Detail = Schemas["ReservationDetail"];
export type SeatChoice = Schemas["ReservationSeat"];

/** Seats of one group that the party can get. */
export interface SeatGroup {
  uid: string;
  title: string;
  /** Number of guests that one seat takes. */
  capacity: number;
  /** Number of all seats. */
  size: number;
  seats: SeatChoice[];
}

export interface InPersonDraft {
  nickname: string;
  phone: string;
  guests: number;
  /** YYYY-MM-DD */
  date: string;
  courseUid: string;
  startTime: string;
  endTime: string;
  groupUid: string;
  /** The seats that staff chose; null if unchanged. */
  seats: string[] | null;
  memo: string;
  customerMemo: string;
}

export function inPersonDraft(reservation: Detail): InPersonDraft {
  return {
    nickname: reservation.nickname,
    phone: reservation.display_phone_number,
    guests: reservation.guests_count,
    date: reservation.date,
    courseUid: reservation.course_uid ?? "",
    startTime: reservation.start_time,
    endTime: reservation.end_time,
    groupUid: reservation.inventory_group.uid,
    seats: null,
    memo: reservation.internal_memo,
    customerMemo: reservation.customer_internal_memo,
  };
}

/** Reports whether staff entered the guest's name. */
export function isNamedByStaff({ customer_type: type }: Detail): boolean {
  return type === "OfflineCustomer" || type === "InvitedCustomer";
}

/** Reports whether the draft is complete: a guest named by staff has a name, and a party has the seats of its group it needs. */
export function canUpdate(reservation: Detail, draft: InPersonDraft, limits: SeatLimits): boolean {
  const isNamed = !isNamedByStaff(reservation) || draft.nickname.trim() !== "";
  return isNamed && draft.date !== "" && hasSeats(reservation, draft, limits);
}

/** Reports whether the party has its seats. Without a choice it keeps its own, or the server chooses in its own group. */
export function hasSeats(reservation: Detail, draft: InPersonDraft, { needed, most }: SeatLimits): boolean {
  const { seats, groupUid } = draft;
  if (seats === null) return isOwnGroup(reservation, groupUid);
  return needed <= seats.length && seats.length <= most;
}

export function isOwnGroup({ inventory_group: own }: Detail, groupUid: string): boolean {
  return groupUid === own.uid;
}

/** Returns the reservation's own group, as far as it is known without its seats. */
function ownGroup({ inventory_group: own }: Detail): SeatGroup {
  const { uid, title, capacity_per_stock: capacity, daily_cap: size } = own;
  return { uid, title, capacity, size, seats: [] };
}

/** Returns the groups of the seats, in their order. */
export function groupsOf(choices: readonly SeatChoice[]): SeatGroup[] {
  const groups = new Map<string, SeatGroup>();
  for (const seat of choices) {
    const { inventory_group_uid: uid, inventory_group_title: title, capacity_per_stock: capacity } = seat;
    const seats = [...(groups.get(uid)?.seats ?? []), seat];
    groups.set(uid, { uid, title, capacity, size: seats.length, seats });
  }
  return [...groups.values()];
}

/**
 * Returns the chosen group, which is that of the chosen seats: another user may have moved the party to another group since.
 * Until the seats are known it is the reservation's own group.
 */
export function seatGroupOf(groups: readonly SeatGroup[], reservation: Detail, draft: InPersonDraft): SeatGroup {
  const [chosen] = draft.seats ?? [];
  const ofSeats = groups.find(({ seats }) => seats.some(({ uid }) => uid === chosen));
  return ofSeats ?? groups.find(({ uid }) => uid === draft.groupUid) ?? ownGroup(reservation);
}

/** Returns the number of the group's seats that a party of this size needs. */
export function seatsNeeded({ capacity }: SeatGroup, guests: number): number {
  return Math.ceil(guests / capacity);
}

export function canSeat(group: SeatGroup, guests: number): boolean {
  return seatsNeeded(group, guests) <= group.size;
}

/** The numbers of seats that the party may choose. */
export interface SeatLimits {
  needed: number;
  /** More than needed only with joined tables. */
  most: number;
}

/** Returns the numbers of seats for a party. Staff may join tables to it, up to one for each guest. */
export function seatLimits(group: SeatGroup, guests: number, isJoined: boolean): SeatLimits {
  const needed = seatsNeeded(group, guests);
  return { needed, most: isJoined ? Math.max(needed, Math.min(guests, group.size)) : needed };
}

/** Returns the seats in the form: the party's own until staff choose others. */
export function chosenSeats({ inventory_items: own }: Detail, { seats }: InPersonDraft): string[] {
  return seats ?? own.map(({ uid }) => uid);
}

/** Returns the chosen seats after a tap on one. If the party has only one, the tapped seat replaces the other. */
export function withSeat(chosen: readonly string[], uid: string, most: number): string[] {
  if (chosen.includes(uid)) return chosen.filter((other) => other !== uid);
  return most === 1 ? [uid] : [...chosen, uid];
}

/** Returns the party sizes from one to all seats of the group. */
export function guestChoices({ size, capacity }: SeatGroup): number[] {
  return Array.from({ length: size * capacity }, (_, index) => index + 1);
}

/** Returns the day's times, and the reservation's own time if it is not among them. */
export function timeChoices(reservation: Detail, own: string): string[] {
  const times = reservation.operation_times;
  return times.includes(own) ? times : [...times, own].toSorted();
}

/** Returns the times at which a stay from `start` may end, including its own end. */
export function endChoices(reservation: Detail, { startTime, endTime }: InPersonDraft): string[] {
  return timeChoices(reservation, endTime).filter((time) => time === endTime || minutesOf(time) > minutesOf(startTime));
}

/** Explains the field of the day: a party that has left keeps its day, and another day deletes the recorded step. */
export function dateNote({ date, service: { state } }: Detail, draft: InPersonDraft, t: Translate): string | null {
  if (state === "left") return t("reservation_pane.date_kept");
  if (state === null || draft.date === date) return null;
  return t("reservation_pane.date_deletes", { step: t(`service.step.${state}`) });
}

/** Changes the start and moves the end with it up to the end of the day (owner §9). The length of the stay is kept. */
export function withStart(reservation: Detail, draft: InPersonDraft, startTime: string): Partial<InPersonDraft> {
  const stay = minutesOf(draft.endTime) - minutesOf(draft.startTime);
  const last = Math.max(minutesOf(draft.endTime), ...reservation.operation_times.map(minutesOf));
  return { startTime, endTime: clockOf(Math.min(minutesOf(startTime) + Math.max(stay, STEP), last)) };
}

const STEP = 5;

/** Returns the customer, time, seats and party size of a reservation, for the confirmation of a deletion. */
export function whatOf(reservation: Detail, t: Translate): string {
  const { date, start_time, inventory_group, inventory_items, guests_count, customer_fullname, nickname } = reservation;
  const seats = `${inventory_group.title} ${inventory_items.map(({ label }) => label).join(joiner())}`;
  const guests = t("console.guests", { count: guests_count });
  const parts = [plainDate(date), start_time, customer_fullname || nickname, guests, seats];
  return parts.filter((part) => part !== "").join(" ");
}

/**
 * Returns the courses to choose from, and the reservation's own course if it is no longer sold. A course of another meal
 * names it, since it needs a time of that meal.
 */
export function courseChoices(reservation: Detail, t: Translate): { uid: string; title: string }[] {
  const { course_uid: own, course_name: title } = reservation;
  const choices = reservation.course_choices.map((course) => ({
    uid: course.uid,
    title:
      course.operation === reservation.operation
        ? course.title
        : t("reservation_pane.course_of", {
            title: course.title,
            meal: t(`reservation_pane.meal.${course.operation}`),
          }),
  }));
  // The course is still open.
  if (own === null) return [{ uid: "", title }, ...choices];
  const isKnown = choices.some(({ uid }) => uid === own);
  return isKnown ? choices : [{ uid: own, title }, ...choices];
}

/** Reports whether the form changes the day, time, course, size, group or seats. */
export function isRelocated(reservation: Detail, draft: InPersonDraft): boolean {
  const own = inPersonDraft(reservation);
  const fields = ["guests", "date", "courseUid", "startTime", "endTime", "groupUid"] as const;
  return draft.seats !== null || fields.some((field) => draft[field] !== own[field]);
}

function fieldOf(label: string, saved: string) {
  return { label, saved };
}

/** Returns the label of each field and the text of its saved value. */
export function savedFields(reservation: Detail, t: Translate) {
  const { inventory_items: seats, course_name: course } = reservation;
  return {
    nickname: fieldOf(t("reservation_pane.nickname"), reservation.nickname),
    phone: fieldOf(t("reservation_pane.phone"), reservation.display_phone_number),
    guests: fieldOf(t("reservation_pane.guests"), t("console.guests", { count: reservation.guests_count })),
    date: fieldOf(t("reservation_pane.date"), plainDate(reservation.date)),
    courseUid: fieldOf(t("reservation_pane.course"), course),
    startTime: fieldOf(t("reservations.start"), reservation.start_time),
    endTime: fieldOf(t("reservations.end"), reservation.end_time),
    groupUid: fieldOf(t("reservation_pane.seat_group"), reservation.inventory_group.title),
    seats: fieldOf(t("pane.seats"), seats.map(({ label }) => label).join(joiner())),
    memo: fieldOf(t("reservation_pane.memo"), reservation.internal_memo),
    customerMemo: fieldOf(t("reservation_pane.customer_memo"), reservation.customer_internal_memo),
  };
}

/** Returns the expected version: the server rejects a change of a place that another user has changed meanwhile. */
export function seenAt(reservation: Detail) {
  return { expected_version: reservation.version };
}

/** Returns the body that moves a reservation back to its previous place from the current one. */
export function backBody(before: Detail, now: Detail) {
  return {
    offline_reservation: {
      new_guests_count: before.guests_count,
      is_day_confirmed: true,
      course_uid: before.course_uid === now.course_uid ? null : before.course_uid,
      starts_at: before.starts_at,
      ends_at: before.ends_at,
      inventory_item_uids: before.inventory_items.map(({ uid }) => uid),
      ...seenAt(now),
    },
  };
}

/** Returns a body with only the changed fields, so it does not overwrite other fields that another user has changed. */
export function inPersonBody(reservation: Detail, draft: InPersonDraft, isDayConfirmed = false) {
  const own = inPersonDraft(reservation);
  const changed = <Field extends keyof InPersonDraft>(field: Field) =>
    draft[field] === own[field] ? null : draft[field];
  const named = isNamedByStaff(reservation);
  return {
    offline_reservation: {
      customer_attributes: {
        ...ownCustomer(reservation),
        profile_attributes: {
          id: reservation.customer_profile_id,
          nickname: named ? (changed("nickname")?.trim() ?? null) : null,
          phone_local_number: named ? changed("phone") : null,
          ...(named ? { expected_nickname: own.nickname, expected_phone_local_number: own.phone } : {}),
          internal_memo: changed("customerMemo"),
          expected_internal_memo: own.customerMemo,
        },
      },
      internal_memo: changed("memo"),
      expected_internal_memo: own.memo,
      new_guests_count: changed("guests"),
      date: changed("date"),
      ...(isDayConfirmed ? { is_day_confirmed: true } : {}),
      course_uid: changed("courseUid"),
      starts_at: changed("startTime"),
      ends_at: changed("endTime"),
      inventory_item_uids: draft.seats,
      ...(isRelocated(reservation, draft) ? seenAt(reservation) : {}),
    },
  };
}

export interface NotesDraft {
  memo: string;
  customerMemo: string;
  /** Empty for no group. */
  group: string;
}

export function notesDraft(reservation: Detail): NotesDraft {
  return {
    memo: reservation.internal_memo,
    customerMemo: reservation.customer_internal_memo,
    group: String(reservation.customer_group_id ?? ""),
  };
}

/** Reports whether the reservation's customer is a diner, whose group can be set here (owner §4). */
export function hasGroup(reservation: Detail): boolean {
  return reservation.customer_type === "OnlineCustomer" && reservation.type !== "offsite_reservation";
}

function groupOf(typed: string): number | null {
  return typed === "" ? null : Number(typed);
}

export function notesFields(reservation: Detail, draft: NotesDraft) {
  const own = notesDraft(reservation);
  return {
    internal_memo: draft.memo === own.memo ? null : draft.memo,
    expected_internal_memo: own.memo,
    customer_attributes: {
      ...ownCustomer(reservation),
      ...(hasGroup(reservation) && draft.group !== own.group
        ? { customer_group_id: groupOf(draft.group), expected_customer_group_id: groupOf(own.group) }
        : {}),
      profile_attributes: {
        id: reservation.customer_profile_id,
        nickname: null,
        phone_local_number: null,
        internal_memo: draft.customerMemo === own.customerMemo ? null : draft.customerMemo,
        expected_internal_memo: own.customerMemo,
      },
    },
  };
}

function ownCustomer(reservation: Detail) {
  return { id: reservation.customer_id, restaurant_id: reservation.restaurant_id };
}

export function isInvited({ type }: Detail): boolean {
  return type === "invited_reservation" || type === "invited_temporary_reservation";
}

/** Reports whether the booking belongs to a diner. Staff end it only by a cancel request to an admin. */
export function canRequestCancellation(reservation: Detail): boolean {
  const isDiners = reservation.type === "online_reservation" || isInvited(reservation);
  return isDiners && reservation.status === "accepted" && reservation.cancel_request === null;
}
