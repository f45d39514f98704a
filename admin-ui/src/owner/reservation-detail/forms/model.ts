import { joiner, plainDate } from "@/console/i18n/page-language";
import { clockOf, minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import type { Translate } from "@/owner/i18n/use-t";

/** What the forms of a reservation hold and send (owner §4, §5, §7): no screen in here. */

export type Detail = Schemas["ReservationDetail"];

export interface InPersonDraft {
  nickname: string;
  phone: string;
  guests: number;
  /** YYYY-MM-DD */
  date: string;
  courseUid: string;
  startTime: string;
  endTime: string;
  /** The seats that staff chose; null while they are left as they are. */
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
    seats: null,
    memo: reservation.internal_memo,
    customerMemo: reservation.customer_internal_memo,
  };
}

/** Whether staff chose the guest's name themselves. */
export function isNamedByStaff({ customer_type: type }: Detail): boolean {
  return type === "OfflineCustomer" || type === "InvitedCustomer";
}

/** A guest that staff named keeps a name, and a party gets the seats it needs. */
export function canUpdate(reservation: Detail, draft: InPersonDraft): boolean {
  const isNamed = !isNamedByStaff(reservation) || draft.nickname.trim() !== "";
  return (
    isNamed &&
    draft.date !== "" &&
    (draft.seats === null || draft.seats.length === seatsNeeded(reservation, draft.guests))
  );
}

/** As many seats as a party of this size takes. */
export function seatsNeeded({ inventory_group: group }: Detail, guests: number): number {
  return Math.ceil(guests / group.capacity_per_stock);
}

/** What is chosen once a seat is tapped: where one is needed, another one takes its place. */
export function withSeat(chosen: readonly string[], uid: string, needed: number): string[] {
  if (chosen.includes(uid)) return chosen.filter((other) => other !== uid);
  return needed === 1 ? [uid] : [...chosen, uid];
}

/** Party sizes from one to all seats of the group. */
export function guestChoices({ inventory_group: group }: Detail): number[] {
  return Array.from({ length: group.daily_cap * group.capacity_per_stock }, (_, index) => index + 1);
}

/** The day's times, and the reservation's own should they lie between. */
export function timeChoices(reservation: Detail, own: string): string[] {
  const times = reservation.operation_times;
  return times.includes(own) ? times : [...times, own].toSorted();
}

/** The times at which a stay from `start` may end, its own among them. */
export function endChoices(reservation: Detail, { startTime, endTime }: InPersonDraft): string[] {
  return timeChoices(reservation, endTime).filter((time) => time === endTime || minutesOf(time) > minutesOf(startTime));
}

/** Another start moves the end along, as far as the day goes (owner §9): the stay is as long as staff made it. */
export function withStart(reservation: Detail, draft: InPersonDraft, startTime: string): Partial<InPersonDraft> {
  const stay = minutesOf(draft.endTime) - minutesOf(draft.startTime);
  const last = Math.max(minutesOf(draft.endTime), ...reservation.operation_times.map(minutesOf));
  return { startTime, endTime: clockOf(Math.min(minutesOf(startTime) + Math.max(stay, STEP), last)) };
}

const STEP = 5;

/** Whose reservation, when, where and for how many: what a deletion names. */
export function whatOf(reservation: Detail, t: Translate): string {
  const { date, start_time, inventory_group, inventory_items, guests_count, customer_fullname, nickname } = reservation;
  const seats = `${inventory_group.title} ${inventory_items.map(({ label }) => label).join(joiner())}`;
  const guests = t("console.guests", { count: guests_count });
  const parts = [plainDate(date), start_time, customer_fullname || nickname, guests, seats];
  return parts.filter((part) => part !== "").join(" ");
}

/** The courses to choose from, and the reservation's own should it be sold no more. */
export function courseChoices(reservation: Detail): { uid: string; title: string }[] {
  const { course_choices: choices, course_uid: own, course_name: title } = reservation;
  // The party has not chosen yet.
  if (own === null) return [{ uid: "", title }, ...choices];
  const isKnown = choices.some(({ uid }) => uid === own);
  return isKnown ? choices : [{ uid: own, title }, ...choices];
}

/** Whether the form says another day, time, course, size or seat. */
export function isRelocated(reservation: Detail, draft: InPersonDraft): boolean {
  const own = inPersonDraft(reservation);
  const fields = ["guests", "date", "courseUid", "startTime", "endTime"] as const;
  return draft.seats !== null || fields.some((field) => draft[field] !== own[field]);
}

function fieldOf(label: string, saved: string) {
  return { label, saved };
}

/** What each field is called, and what is saved in it by now, in words. */
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
    seats: fieldOf(t("pane.seats"), seats.map(({ label }) => label).join(joiner())),
    memo: fieldOf(t("reservation_pane.memo"), reservation.internal_memo),
    customerMemo: fieldOf(t("reservation_pane.customer_memo"), reservation.customer_internal_memo),
  };
}

/** Where staff saw it: the server refuses to move it from elsewhere. */
function seenAt(reservation: Detail) {
  return {
    expected_starts_at: reservation.starts_at,
    expected_ends_at: reservation.ends_at,
    expected_inventory_item_uids: reservation.inventory_items.map(({ uid }) => uid),
  };
}

/** What puts a reservation back where it was, from where it is now. */
export function backBody(before: Detail, now: Detail) {
  return {
    offline_reservation: {
      new_guests_count: before.guests_count,
      course_uid: before.course_uid === now.course_uid ? null : before.course_uid,
      starts_at: before.starts_at,
      ends_at: before.ends_at,
      inventory_item_uids: before.inventory_items.map(({ uid }) => uid),
      ...seenAt(now),
    },
  };
}

/** Only what was changed is sent: a memo does not move back what a colleague has moved meanwhile, nor a new time an old memo. */
export function inPersonBody(reservation: Detail, draft: InPersonDraft) {
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
          internal_memo: changed("customerMemo"),
          expected_internal_memo: own.customerMemo,
        },
      },
      internal_memo: changed("memo"),
      expected_internal_memo: own.memo,
      new_guests_count: changed("guests"),
      date: changed("date"),
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

/** A group is chosen for diners of ours: online bookings, and invitations among members (owner §4). */
export function hasGroup(reservation: Detail): boolean {
  return reservation.customer_type === "OnlineCustomer" && reservation.type !== "offsite_reservation";
}

export function notesFields(reservation: Detail, draft: NotesDraft) {
  const own = notesDraft(reservation);
  return {
    internal_memo: draft.memo === own.memo ? null : draft.memo,
    expected_internal_memo: own.memo,
    customer_attributes: {
      ...ownCustomer(reservation),
      ...(hasGroup(reservation) && draft.group !== own.group
        ? { customer_group_id: draft.group === "" ? null : Number(draft.group) }
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

/** Bookings that a diner holds: staff end them only by a request to an admin. */
export function canAskToCancel(reservation: Detail): boolean {
  const isDiners = reservation.type === "online_reservation" || isInvited(reservation);
  return isDiners && reservation.status === "accepted" && reservation.cancel_request === null;
}
