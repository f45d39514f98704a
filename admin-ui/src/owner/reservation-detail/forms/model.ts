import type { Schemas } from "@/owner/api";
import type { Translate } from "@/owner/i18n/use-t";

/** What the forms of a reservation hold and send (owner §4, §5, §7): no screen in here. */

export type Detail = Schemas["ReservationDetail"];

export interface InPersonDraft {
  nickname: string;
  phone: string;
  guests: number;
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
  return isNamed && (draft.seats === null || draft.seats.length === seatsNeeded(reservation, draft.guests));
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

/** Another start moves the end along, as far as the day goes (owner §9): the stay is as long as staff made it. */
export function withStart(reservation: Detail, draft: InPersonDraft, startTime: string): Partial<InPersonDraft> {
  const stay = minutesOf(draft.endTime) - minutesOf(draft.startTime);
  const last = Math.max(minutesOf(draft.endTime), ...reservation.operation_times.map(minutesOf));
  return { startTime, endTime: timeOf(Math.min(minutesOf(startTime) + Math.max(stay, STEP), last)) };
}

const STEP = 5;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

const two = (value: number) => String(value).padStart(2, "0");
const timeOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** Whose reservation, when, where and for how many: what a deletion names. */
export function whatOf(reservation: Detail, t: Translate): string {
  const { date, start_time, inventory_group, inventory_items, guests_count, customer_fullname, nickname } = reservation;
  const seats = `${inventory_group.title} ${inventory_items.map(({ label }) => label).join("・")}`;
  const guests = t("console.guests", { count: guests_count });
  const parts = [date.replaceAll("-", "/"), start_time, customer_fullname || nickname, guests, seats];
  return parts.filter((part) => part !== "").join(" ");
}

export function inPersonBody(reservation: Detail, draft: InPersonDraft) {
  const named = isNamedByStaff(reservation);
  return {
    offline_reservation: {
      customer_attributes: {
        ...ownCustomer(reservation),
        profile_attributes: {
          id: reservation.customer_profile_id,
          nickname: named ? draft.nickname.trim() : null,
          phone_local_number: named ? draft.phone : null,
          internal_memo: draft.customerMemo,
        },
      },
      internal_memo: draft.memo,
      new_guests_count: draft.guests,
      starts_at: draft.startTime,
      ends_at: draft.endTime,
      inventory_item_uids: draft.seats,
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
  return {
    internal_memo: draft.memo,
    customer_attributes: {
      ...ownCustomer(reservation),
      ...(hasGroup(reservation) ? { customer_group_id: draft.group === "" ? null : Number(draft.group) } : {}),
      profile_attributes: {
        id: reservation.customer_profile_id,
        nickname: null,
        phone_local_number: null,
        internal_memo: draft.customerMemo,
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
