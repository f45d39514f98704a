import { clockOf, minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import type { Translate } from "@/owner/i18n/use-t";
import { endOf } from "../../reservation-dialog/model";
import { subjectOf, uidOf } from "../../offline";
import { reservationForm } from "../../drafts";
import type { Note, WalkInNote } from "../../offline";
import { isOver, isTaken, takenFrom, takenTill } from "../model/blocks";
import type { CalendarItem } from "../model/blocks";
import { SEATS_STEP, floorTo } from "../model/moving";
import { isPresent, isSeated } from "../service/steps";
import type { ServiceInfo, ServiceState } from "../service/steps";
import { minuteOn } from "./minute-on";

type Day = Schemas["OwnerDailyCalendarPage"];

const NOTHING: ServiceInfo = { state: null, arrived_at: null, seated_at: null, bill_at: null, left_at: null };

/** Returns the service state after a step at a time. Counterpart: `ServiceTimes::at_state` of the server. */
export function stepped(service: ServiceInfo, state: ServiceState | null, at: string): ServiceInfo {
  switch (state) {
    case null:
      return NOTHING;
    case "arrived":
      return { ...NOTHING, state, arrived_at: service.arrived_at ?? at };
    case "seated":
      return { ...service, state, seated_at: service.seated_at ?? at, bill_at: null, left_at: null };
    case "bill":
      return { ...service, state, bill_at: service.bill_at ?? at, left_at: null };
    case "left":
      return { ...service, state, left_at: service.left_at ?? at };
    case "no_show":
      return { ...service, state };
  }
}

/**
 * Applies the offline notes to the day. A party whose note is a conflict stays on the day with a mark until staff
 * decide: a walk-in on its seats that no other party has, a rejected step without its effect.
 */
export function withNotes(day: Day, notes: readonly Note[], timeZone: string, t: Translate): Day {
  const own = notes.filter((note) => note.date === day.date);
  if (own.length === 0) return day;
  const parties = own.filter((note) => note.kind === "walk_in").map((note) => partyOf(day, note, timeZone, t));
  const items = [...day.items, ...parties].map((item) => {
    const steps = own.filter((note) => note.kind === "step" && subjectOf(note) === item.uid);
    return steps.length === 0 ? item : steps.reduce((at, note) => noted(at, note, timeZone), item);
  });
  return { ...day, items };
}

/** Marks the parties whose pane has unsaved input. */
export function withDrafts(day: Day, forms: ReadonlySet<string>): Day {
  const hasDraft = ({ uid }: CalendarItem) => forms.has(reservationForm(uid));
  if (!day.items.some(hasDraft)) return day;
  return { ...day, items: day.items.map((item) => (hasDraft(item) ? { ...item, has_draft: true } : item)) };
}

function noted(item: CalendarItem, note: Note, timeZone: string): CalendarItem {
  if (note.kind !== "step") return item;
  if (note.problem !== null) return { ...item, is_conflict: true };
  const service = stepped(item.service, note.state, clockOf(minuteOn(note.date, note.happenedAt, timeZone)));
  return { ...item, service, is_unsent: true };
}

/** Returns the meal and the times of a walk-in: from a multiple of five minutes, for the usual stay or until the next party. */
export function stayOf(day: Day, note: WalkInNote, timeZone: string) {
  const start = clockOf(floorTo(minuteOn(day.date, note.happenedAt, timeZone), SEATS_STEP));
  const seated = day.operations.filter(({ name }) => name !== "takeaway");
  const operation = seated.find(({ till }) => minutesOf(start) < minutesOf(till))?.name ?? null;
  const usual = endOf(day, operation ?? "", start, note.guests);
  const end = [usual, ...nextOnSeats(day, note, start)].toSorted().at(0) ?? start;
  return { operation, start, end };
}

/** Returns the calendar item of a walk-in that was recorded offline. */
function partyOf(day: Day, note: WalkInNote, timeZone: string, t: Translate): CalendarItem {
  const came = clockOf(minuteOn(day.date, note.happenedAt, timeZone));
  const seats = note.problem === null ? note.itemUids : seatsLeft(day, note, timeZone);
  const { operation, start, end } = stayOf(day, { ...note, itemUids: seats }, timeZone);
  return {
    ...EMPTY,
    is_conflict: note.problem !== null,
    uid: uidOf(note),
    operation,
    title: t("walk_in.title"),
    subtitle: t("console.guests", { count: note.guests }),
    guests_count: note.guests,
    service: { ...NOTHING, state: "seated", arrived_at: came, seated_at: came },
    starts_at: note.happenedAt,
    ends_at: note.happenedAt,
    start_time: start,
    end_time: end,
    seats_until: end,
    rendered_from: start,
    rendered_till: end,
    inventory_group_uid: note.groupUid,
    inventory_item_uids: seats,
  };
}

/**
 * Returns the seats of a rejected walk-in that no other party has or has booked by the time it came. The party is drawn
 * there, or among the items without a seat.
 */
function seatsLeft(day: Day, note: WalkInNote, timeZone: string): string[] {
  const { start, end } = stayOf(day, { ...note, itemUids: [] }, timeZone);
  const rivals = day.items.filter(
    (item) =>
      isTaken(item) &&
      !isOver(item) &&
      (isSeated(item.service)
        ? takenFrom(item) < minutesOf(end)
        : takenFrom(item) <= minutesOf(start) && (isPresent(item.service) || minutesOf(start) < takenTill(item))),
  );
  return note.itemUids.filter((uid) => !rivals.some(({ inventory_item_uids: taken }) => taken.includes(uid)));
}

/** Returns the start times of later parties on the walk-in's seats. */
function nextOnSeats({ items }: Day, { itemUids }: WalkInNote, start: string): string[] {
  const others = items.filter(
    (item) => isTaken(item) && item.inventory_item_uids.some((uid) => itemUids.includes(uid)),
  );
  return others.map((item) => item.start_time).filter((time) => time > start);
}

const EMPTY = {
  version: 0,
  extra_items: 0,
  calendar_item_type: "OfflineReservation",
  status: "accepted",
  is_unsent: true,
  is_walk_in: true,
  phone_display: "",
  customer_fullname_kana: "",
  customer_group_label: null,
  is_sms_invite: false,
  is_invitation_email: false,
  visit_count: 0,
  no_show_count: 0,
  course_name: "",
  is_course_open: false,
  prepaid_price: 0,
  is_prepaid: false,
  special_request: "",
  delivery: null,
  formated_preferences: [],
  internal_memo: "",
  customer_internal_memo: "",
  has_allergy: false,
  allergy_description: "",
  dislikes: "",
  customer_tags: [],
  is_gold_candidate: false,
  has_cancel_request: false,
  is_blacklisted: false,
  has_whitelist_online_stock: false,
  has_open_online_stock: false,
  is_past_cutoff: false,
  has_effective_course: true,
  online_stock_customer_group_labels: [],
} satisfies Partial<CalendarItem>;
