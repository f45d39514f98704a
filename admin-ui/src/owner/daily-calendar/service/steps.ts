import { minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import { isTaken, shareSeats } from "../model/blocks";
import type { CalendarItem } from "../model/blocks";

export type ServiceState = Schemas["ServiceState"];
export type ServiceInfo = Schemas["ServiceInfo"];

/** The steps of a visit, in their order. */
export const STEPS = ["arrived", "seated", "bill", "left"] as const satisfies readonly ServiceState[];

/** Returns the time of the party's step, HH:mm; null if it is not recorded. */
export function timeOf(service: ServiceInfo, state: ServiceState | null): string | null {
  switch (state) {
    case "arrived":
      return service.arrived_at;
    case "seated":
      return service.seated_at;
    case "bill":
      return service.bill_at;
    case "left":
      return service.left_at;
    default:
      return null;
  }
}

/** Returns the step that usually comes next; null after the last. */
export function nextOf(state: ServiceState | null): ServiceState | null {
  if (state === "no_show") return null;
  return STEPS[state === null ? 0 : STEPS.indexOf(state) + 1] ?? null;
}

/** Reports whether the item has service steps: it is an accepted reservation, not a hold. */
export function isVisit(item: CalendarItem): boolean {
  return isTaken(item) && item.status === "accepted";
}

/**
 * Lateness of an item: `overrun`, its party stays longer than booked; `endangered`, its seats are still occupied
 * shortly before its start; `awaited`, its party has not come.
 */
export type Lateness = "overrun" | "endangered" | "awaited";

/** Late items of a day by uid. */
export type LateItems = ReadonlyMap<string, Lateness>;

export const NO_LATE_ITEMS: LateItems = new Map();

/** A booking that begins within this many minutes is endangered by a party that still occupies its seats. */
export const SOON = 15;

/** Minutes after its start from which a party that has not come is awaited. */
const GRACE = 10;

/**
 * Returns the late items of a day at a time, HH:mm. Parties are awaited only if staff record arrivals on this day.
 */
export function latenessOf(items: readonly CalendarItem[], now: string): LateItems {
  const at = minutesOf(now);
  const visits = items.filter(isVisit);
  const overrun = visits.filter(({ service, end_time }) => isPresent(service) && minutesOf(end_time) <= at);
  const late = new Map<string, Lateness>();
  if (visits.some(({ service }) => service.state !== null)) {
    const awaited = visits.filter(
      ({ service, start_time }) => service.state === null && minutesOf(start_time) + GRACE <= at,
    );
    for (const { uid } of awaited) late.set(uid, "awaited");
  }
  for (const present of overrun) {
    for (const next of visits) {
      const begins = minutesOf(next.start_time);
      const isNext = next.service.state === null || next.service.state === "arrived";
      if (isNext && begins >= minutesOf(present.start_time) && begins <= at + SOON && shareSeats(present, next))
        late.set(next.uid, "endangered");
    }
  }
  // A party whose own time is over is not the next one.
  for (const { uid } of overrun) late.set(uid, "overrun");
  return late;
}

/** Minutes before its start from which a party's first step is due. */
const AHEAD = 60;

/** Steps that one press on a party's block or table records, by the item's uid. */
export type DueSteps = ReadonlyMap<string, ServiceState>;

export const NO_DUE_STEPS: DueSteps = new Map();

/**
 * Returns the next steps of the business day's parties at a minute. A party without a step is due from an hour before
 * its start until its end, or while it is awaited.
 */
export function dueStepsOf(items: readonly CalendarItem[], now: number, late: LateItems): DueSteps {
  const due = new Map<string, ServiceState>();
  for (const item of items.filter(isVisit)) {
    const { uid, service, start_time, end_time } = item;
    const isNear = minutesOf(start_time) - AHEAD <= now && now < minutesOf(end_time);
    const isDue = service.state !== null || isNear || late.get(uid) === "awaited";
    const next = isDue ? nextOf(service.state) : null;
    if (next !== null) due.set(uid, next);
  }
  return due;
}

/** Returns the due steps if one is of these items, otherwise none: other rows of the grid do not rerender. */
export function dueIn(items: readonly CalendarItem[] | undefined, due: DueSteps): DueSteps {
  return items?.some(({ uid }) => due.has(uid)) ? due : NO_DUE_STEPS;
}

export function isSeated({ state }: ServiceInfo): boolean {
  return state === "seated" || state === "bill";
}

/** Reports whether the party is at the restaurant: it waits for its seats or occupies them. */
export function isPresent(service: ServiceInfo): boolean {
  return service.state === "arrived" || isSeated(service);
}

/**
 * Reports whether a party occupies its seats at a minute of its day: it is seated, or it has arrived and its time has
 * begun. It keeps them after its booked end, until it leaves.
 */
export function occupiesSeats({ service, start_time }: CalendarItem, at: number): boolean {
  return isSeated(service) || (service.state === "arrived" && minutesOf(start_time) <= at);
}
