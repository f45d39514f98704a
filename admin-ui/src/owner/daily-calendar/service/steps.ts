import { minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import { isTaken, shareSeats } from "../model/blocks";
import type { CalendarItem } from "../model/blocks";

export type ServiceState = Schemas["ServiceState"];
export type ServiceInfo = Schemas["ServiceInfo"];

/** The steps of a visit, in their order. */
export const STEPS = ["arrived", "seated", "bill", "left"] as const satisfies readonly ServiceState[];

/** When the party came to its step, HH:mm; null where that is not noted. */
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

/** The step that most parties come to next; null after the last. */
export function nextOf(state: ServiceState | null): ServiceState | null {
  if (state === "no_show") return null;
  return STEPS[state === null ? 0 : STEPS.indexOf(state) + 1] ?? null;
}

/** Whether a party is noted at steps: it has a booking, and is no diner who is still choosing. */
export function isVisit(item: CalendarItem): boolean {
  return isTaken(item) && item.status === "accepted";
}

/** What the clock says of an item: its party sits longer than it booked, the seats it is to have are still taken so, or it has not come. */
export type Lateness = "overrun" | "endangered" | "awaited";

/** Of a day, by uid. */
export type LateItems = ReadonlyMap<string, Lateness>;

export const NO_LATE_ITEMS: LateItems = new Map();

/** A booking that begins so many minutes from now is endangered by whoever still sits there. */
export const SOON = 15;

/** A party that has not come so many minutes after its time is awaited. */
const GRACE = 10;

/** The items of a day that are overrun, endangered or awaited at a time, HH:mm. Where nobody notes who comes, nobody is awaited. */
export function latenessOf(items: readonly CalendarItem[], now: string): LateItems {
  const at = minutesOf(now);
  const visits = items.filter(isVisit);
  const overrun = visits.filter(({ service, end_time }) => isSitting(service) && minutesOf(end_time) <= at);
  const late = new Map<string, Lateness>();
  if (visits.some(({ service }) => service.state !== null)) {
    const awaited = visits.filter(
      ({ service, start_time }) => service.state === null && minutesOf(start_time) + GRACE <= at,
    );
    for (const { uid } of awaited) late.set(uid, "awaited");
  }
  for (const sitting of overrun) {
    late.set(sitting.uid, "overrun");
    for (const next of visits) {
      const begins = minutesOf(next.start_time);
      const isNext = next.service.state === null || next.service.state === "arrived";
      if (isNext && begins >= minutesOf(sitting.start_time) && begins <= at + SOON && shareSeats(sitting, next))
        late.set(next.uid, "endangered");
    }
  }
  return late;
}

export function isSitting({ state }: ServiceInfo): boolean {
  return state === "seated" || state === "bill";
}

/** Whether the party is in the house: it waits for its seats or sits on them. */
export function isPresent(service: ServiceInfo): boolean {
  return service.state === "arrived" || isSitting(service);
}
