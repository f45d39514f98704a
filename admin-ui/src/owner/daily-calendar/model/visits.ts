import { joiner } from "@/console/i18n/page-language";
import type { Schemas } from "@/owner/api";
import type { Translate } from "@/owner/i18n/use-t";
import { withHyphens } from "@seki/shared/phone";
import { timeOf } from "../service/steps";
import { dislikesLine } from "./alerts";
import { isTaken, itemsAt } from "./blocks";
import type { CalendarItem } from "./blocks";
import type { Lane, SeatRow } from "./geometry";

type Day = Schemas["OwnerDailyCalendarPage"];

interface Count {
  parties: number;
  guests: number;
}

/** Returns the parties of a day by time, without diners who are still choosing. */
export function visitsOf(items: readonly CalendarItem[]): CalendarItem[] {
  const visits = items.filter((item) => isTaken(item) && item.calendar_item_type !== "Pending");
  return visits.toSorted((one, other) => one.starts_at.localeCompare(other.starts_at));
}

/** Reports whether the item is an invitation without an answer. */
export function isWaiting({ status }: CalendarItem): boolean {
  return status === "pending";
}

/** Reports whether the party did not come. */
export function isNoShow({ service }: CalendarItem): boolean {
  return service.state === "no_show";
}

function countOf(items: readonly CalendarItem[]): Count {
  return { parties: items.length, guests: items.reduce((sum, { guests_count }) => sum + (guests_count ?? 0), 0) };
}

/** Returns the labels of an item's seats in the order of the grid. */
export function seatLabelsOf({ inventory_item_uids: uids }: CalendarItem, groups: Day["inventory_groups"]): string {
  const seats = groups.flatMap((group) => group.inventory_items);
  return seats
    .filter(({ uid }) => uids.includes(uid))
    .map(({ label }) => label)
    .join(joiner());
}

/** The figures of a day. */
export interface Glance {
  all: Count;
  meals: (Count & { label: string })[];
  waiting: Count;
  /** Parties on their first visit, with a prepaid course, or with an allergy. */
  firstVisits: number;
  prepaid: number;
  allergies: number;
  /** Parties without a booking. */
  walkIns: number;
  /** Parties that did not come. The other figures do not include them. */
  noShows: number;
}

export function glanceOf({ items, operations }: Pick<Day, "items" | "operations">): Glance {
  const visits = visitsOf(items);
  const coming = visits.filter((item) => !isWaiting(item) && !isNoShow(item));
  const meals = operations.map(({ name, label }) => ({
    label,
    ...countOf(coming.filter(({ operation }) => operation === name)),
  }));
  return {
    all: countOf(coming),
    meals: meals.filter(({ parties }) => parties > 0),
    waiting: countOf(visits.filter(isWaiting)),
    firstVisits: coming.filter((item) => item.visit_count === 0 && !item.is_walk_in).length,
    prepaid: coming.filter((item) => item.is_prepaid).length,
    allergies: coming.filter((item) => item.has_allergy).length,
    walkIns: coming.filter((item) => item.is_walk_in).length,
    noShows: visits.filter(isNoShow).length,
  };
}

/** Returns the number of free seats in a column. */
export function freeSeats(items: readonly CalendarItem[], rows: readonly SeatRow[], { from, till }: Lane): number {
  return rows.filter(({ seat }) => !itemsAt(items, seat.uid, from, till).some(isTaken)).length;
}

/** Returns the notes for kitchen and entrance in addition to the alerts, one a line. */
export function notesOf(item: CalendarItem, t: Translate): string[] {
  const { delivery } = item;
  const step = item.service.state;
  const notes = [
    step === null ? "" : [t(`service.step.${step}`), timeOf(item.service, step)].join(" ").trim(),
    delivery ? `${t("pane.arrival")}: ${delivery.arrival}` : "",
    delivery
      ? `${t("pane.deliver_to")}: ${delivery.address} ${delivery.name} ${withHyphens(delivery.phone_number)}`
      : "",
    item.is_prepaid ? t("calendar.prepaid") : "",
    dislikesLine(item, t),
    ...item.formated_preferences,
    item.special_request,
    item.internal_memo,
    item.customer_internal_memo,
  ];
  return notes.filter((note) => note !== "");
}
