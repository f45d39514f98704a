import type { Schemas } from "@/admin/api";
import { filteredBy } from "@/admin/lists/own-address";
import { paths } from "@/admin/navigation";

/** Content of the home page. Independent of the screen. */

export type Task = Schemas["AdminTask"];
export type TaskRecord = Schemas["AdminTaskRecord"];
export type DayRestaurant = Schemas["AdminDayRestaurant"];
type DayTotals = Schemas["DayTotals"];
type Order = Schemas["DayFigure"];

/** The figures of a day, in the order of the table's columns. */
export const FIGURES = ["parties", "guests", "course_total", "no_shows", "cancellations"] as const;
export type Figure = (typeof FIGURES)[number];

export const ORDERS: readonly Order[] = [...FIGURES, "decrease"];

/** Maximum number of restaurants in the chart. */
const CHARTED = 10;

const LISTS = {
  disputes: `${paths.disputes}?${filteredBy({ is_open: "true", is_waiting: "true" })}`,
  raffle_draws: `${paths.allRaffles}?${filteredBy({ is_draw_due: "true" })}`,
  payments: paths.jobs({ queue: "payment", state: "failing" }),
  unsettled_charges: `${paths.chargeList}?${filteredBy({ needs_settlement: "true" })}`,
  unpaid_fees: `${paths.chargeList}?${filteredBy({ is_overdue_fee: "true" })}`,
  dead_letters: paths.jobs(),
  system: paths.health,
  cancel_requests: paths.cancelRequests,
  adjustments: `${paths.adjustments}?${filteredBy({ status: "awaiting_approval" })}`,
  plan_changes: paths.planChanges,
  stopped_announcements: `${paths.announcements}?${filteredBy({ is_recently_stopped: "true" })}`,
  unprotected_admins: `${paths.accounts}?${filteredBy({ is_enabled: "true", has_second_factor: "false", is_privileged: "true" })}`,
};

/** The lists with the records of tasks. */
type TaskListName = keyof typeof LISTS;

function hasList(subject: Task["subject"]): subject is Task["subject"] & TaskListName {
  return subject in LISTS;
}

/**
 * Returns the list with a task's records; null without such a list. Only admins who may refund see the list of payments:
 * others get the jobs of the payments, and no list of fees.
 */
export function listOf(
  { subject }: Pick<Task, "subject">,
  mayRefund: boolean,
): { name: TaskListName; address: string } | null {
  if (!hasList(subject) || (subject === "unpaid_fees" && !mayRefund)) return null;
  const name = subject === "payments" && mayRefund ? "unsettled_charges" : subject;
  return { name, address: LISTS[name] };
}

/** Returns the page on which a record's task can be done; null without such a page. */
export function pageOf(record: TaskRecord): string | null {
  const { restaurant_slug: slug, raffle_round_uid: raffle, reservation_uid: reservation, is_own: isOwn } = record;
  if (raffle !== null && slug !== null) return paths.raffle(slug, raffle);
  if (reservation !== null) return paths.reservation(reservation);
  if (slug !== null) return paths.restaurant(slug);
  return isOwn ? paths.security : null;
}

interface Asked {
  date: string;
  order: string;
  q: string;
}

/** Returns the address of the figures of a day. */
export function figuresAddress({ date, order, q }: Asked): string {
  const asked = Object.entries({ date, order: order === "parties" ? "" : order, q: q.trim() });
  const query = new URLSearchParams(asked.filter(([, value]) => value !== "")).toString();
  return query === "" ? paths.home : `${paths.home}?${query}`;
}

/** Returns the figure that an order compares. */
export function figureOf(order: Order): Figure {
  return order === "decrease" ? "parties" : order;
}

/** Formats a change: +3, −2, ±0. */
export function changeOf(day: number, before: number, format: (amount: number) => string): string {
  if (day === before) return `±${format(0)}`;
  return `${day > before ? "+" : "−"}${format(Math.abs(day - before))}`;
}

/** A restaurant's bars, in percent of the chart's width. */
export interface Bars {
  slug: string;
  name: string;
  day: number;
  before: number;
  dayWidth: number;
  beforeWidth: number;
}

/** Returns the bars of the first restaurants; none if all values are zero. */
export function barsOf(restaurants: readonly DayRestaurant[], figure: Figure): Bars[] {
  const charted = restaurants.slice(0, CHARTED);
  const valueOf = (totals: DayTotals) => totals[figure];
  const largest = Math.max(0, ...charted.flatMap(({ day, before }) => [valueOf(day), valueOf(before)]));
  if (largest === 0) return [];
  const widthOf = (value: number) => Math.round((value / largest) * 1000) / 10;
  return charted.map(({ slug, restaurant_name: name, day, before }) => ({
    slug,
    name,
    day: valueOf(day),
    before: valueOf(before),
    dayWidth: widthOf(valueOf(day)),
    beforeWidth: widthOf(valueOf(before)),
  }));
}
