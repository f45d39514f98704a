import type { Schemas } from "@/owner/api";
import type { TimeRow } from "@/console/ui";
import { defaultTimes } from "@/console/ui";

/** The form of the slot dialog (owner §2 to §5): its content and its requests. */

export type Choices = Schemas["SlotChoices"];
export type Detail = Schemas["SlotDetail"];
export type AccessControl = "whitelist" | "blacklist";

export interface SeatRow {
  /** The item's uid in a new slot, the stock's id in an existing one. */
  key: string;
  label: string;
  access: AccessControl;
  groups: number[];
  /** Why the seat cannot be changed. */
  locked: "reserved" | "freed" | null;
}

export interface GoldFields {
  on: boolean;
  round: string;
  listedFrom: string;
  secondFrom: string;
}

export interface SlotForm {
  guests: number[];
  lastSolo: boolean;
  times: TimeRow[];
  courses: number[];
  seats: SeatRow[];
  showEnd: boolean;
  titleJa: string;
  titleEn: string;
  gold: GoldFields;
}

const NO_GOLD: GoldFields = { on: false, round: "", listedFrom: "", secondFrom: "" };

/** Returns the form of a new slot: one stay from the chosen cell on, and the course if there is only one. */
export function newForm(choices: Choices, itemUids: string[], startTime: string): SlotForm {
  const [course, ...others] = choices.courses;
  const window = { from: choices.time_from, till: choices.time_till };
  const items = choices.inventory_items.filter(({ uid }) => itemUids.includes(uid));
  return {
    guests: [],
    lastSolo: false,
    times: [defaultTimes(startTime, choices.default_stay_minutes, window)],
    courses: course && others.length === 0 ? [course.id] : [],
    seats: items.map(({ uid, label }) => ({ key: uid, label, access: "whitelist", groups: [], locked: null })),
    showEnd: false,
    titleJa: "",
    titleEn: "",
    gold: NO_GOLD,
  };
}

export function formOf(detail: Detail): SlotForm {
  return {
    guests: detail.selected_guests_counts.map(({ guests_count }) => guests_count),
    lastSolo: detail.always_allow_last_solo,
    times: detail.selected_times.map(({ start_time, end_time }) => ({ start: start_time, end: end_time })),
    courses: detail.selected_courses.map(({ course_id }) => course_id),
    seats: detail.online_stocks.map(seatOf),
    showEnd: detail.show_end_time_on_title,
    titleJa: detail.custom_title_ja ?? "",
    titleEn: detail.custom_title_en ?? "",
    gold: NO_GOLD,
  };
}

function seatOf(stock: Schemas["SlotStock"]): SeatRow {
  const isOpen = stock.access_control === "blacklist" && stock.customer_group_ids.length === 0;
  return {
    key: String(stock.id),
    label: stock.inventory_item.label,
    access: isOpen ? "whitelist" : (stock.access_control as AccessControl),
    groups: [...stock.customer_group_ids],
    locked: stock.online_reservable_id !== null ? "reserved" : stock.is_freed ? "freed" : null,
  };
}

/** Returns the largest party that the seats take. */
export function maxGuests(choices: Choices, itemUids: string[]): number {
  return choices.inventory_group.capacity_per_stock * itemUids.length;
}

export function toggled<T>(list: T[], value: T): T[] {
  return list.includes(value) ? list.filter((one) => one !== value) : [...list, value].toSorted();
}

/** Changes the access control of a seat. The blacklist starts without groups. */
export function withAccess(seat: SeatRow, access: AccessControl): SeatRow {
  return { ...seat, access, groups: access === "blacklist" ? [] : seat.groups };
}

/** Reports whether the form has the required party sizes, times and courses (owner §5). */
export function canSend({ guests, times, courses, gold }: SlotForm): boolean {
  return guests.length > 0 && times.length > 0 && courses.length > 0 && (!gold.on || gold.round !== "");
}

export function lacksTime({ times }: SlotForm): boolean {
  return times.some(({ start, end }) => start === "" || end === "");
}

interface Place {
  date: string;
  groupUid: string;
  itemUids: string[];
}

/** Returns the body of a new slot. Only seats with a group are sent. */
export function createBody(form: SlotForm, place: Place): Schemas["CreateSlot"] {
  const limited = form.seats.filter(({ groups }) => groups.length > 0);
  const { on, round, listedFrom, secondFrom } = form.gold;
  return {
    online_stock_group: {
      guests_counts: form.guests,
      always_allow_last_solo: form.lastSolo ? 1 : 0,
      course_ids: form.courses,
      date: place.date,
      inventory_group_uid: place.groupUid,
      inventory_item_uids: place.itemUids,
      times: timesOf(form),
      online_stocks: limited.map(({ key, access, groups }) => ({
        inventory_item_uid: key,
        access_control: access,
        customer_group_ids: groups,
      })),
      show_end_time_on_title: form.showEnd,
      ...(on && {
        gold_round: round,
        gold_allocations: [{ listed_from: listedFrom || null, available_as_second_from: secondFrom || null }],
      }),
    },
  };
}

/** The fields of a slot that the dialog changes. */
export type SlotValues = Omit<SlotForm, "gold">;

/** The names of the fields in the call. */
const NAMES = {
  guests: "guests_counts",
  lastSolo: "always_allow_last_solo",
  times: "times",
  courses: "course_ids",
  seats: "online_stocks",
  showEnd: "show_end_time_on_title",
  titleJa: "custom_title_ja",
  titleEn: "custom_title_en",
} as const satisfies Record<keyof SlotValues, keyof Schemas["SlotFields"]>;

/** Returns the changed fields, and the values that the user knows for them. */
export function updateBody(form: SlotValues, expected: Partial<SlotValues>): Schemas["UpdateSlot"] {
  const names = Object.entries(NAMES).filter(([name]) => name in expected);
  const changed = (values: SlotValues) => {
    const fields = fieldsOf(values);
    return Object.fromEntries(names.map(([, name]) => [name, fields[name]]));
  };
  return { online_stock_group: changed(form), expected: changed({ ...form, ...expected }) };
}

function fieldsOf(form: SlotValues) {
  const limited = form.seats.filter(({ groups }) => groups.length > 0);
  return {
    guests_counts: form.guests,
    always_allow_last_solo: form.lastSolo,
    course_ids: form.courses,
    times: timesOf(form),
    online_stocks: limited.map(({ key, access, groups }) => ({
      online_stock_id: Number(key),
      access_control: access,
      customer_group_ids: groups,
    })),
    show_end_time_on_title: form.showEnd,
    custom_title_ja: form.titleJa,
    custom_title_en: form.titleEn,
  };
}

/** Returns seats without what bookings change. No other user's edit is the reason of such a change. */
export function unlocked(seats: readonly SeatRow[]): SeatRow[] {
  return seats.map((seat) => ({ ...seat, locked: null }));
}

/** Returns the seats that the slot has, with the access that the form has for them. */
export function withEdits(saved: readonly SeatRow[], edited: readonly SeatRow[]): SeatRow[] {
  return saved.map((seat) => {
    const row = edited.find(({ key }) => key === seat.key);
    return row ? { ...seat, access: row.access, groups: row.groups } : seat;
  });
}

function timesOf({ times }: Pick<SlotForm, "times">) {
  return times.map(({ start, end }) => ({ start_time: start, end_time: end }));
}
