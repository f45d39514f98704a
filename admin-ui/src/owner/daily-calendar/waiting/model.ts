import { minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import { isTaken } from "../model/blocks";

export type WaitingEntry = Schemas["WaitingListEntry"];
type Day = Schemas["OwnerDailyCalendarPage"];

const STEP = 15;
const two = (value: number) => String(value).padStart(2, "0");

/** Returns the start times for the waiting list: the quarter hours of the day's meals, today without past ones. */
export function waitingTimes({ operations }: Pick<Day, "operations">, now: number | null): string[] {
  const opens = Math.min(...operations.map((operation) => minutesOf(operation.from)));
  const from = Math.max(opens, now ?? opens);
  const till = Math.max(...operations.map((operation) => minutesOf(operation.till))) - STEP;
  const times: string[] = [];
  for (let minute = Math.ceil(from / STEP) * STEP; minute <= till; minute += STEP) {
    times.push(`${two(Math.floor(minute / 60))}:${two(minute % 60)}`);
  }
  return times;
}

type Seat = NonNullable<WaitingEntry["seat"]>;

/** Reports whether both proposals have the same seats and times. */
export function isSameSeat(one: Seat, other: Seat): boolean {
  const of = (seat: Seat) => [seat.start_time, seat.end_time, ...seat.inventory_item_uids.toSorted()].join(" ");
  return of(one) === of(other);
}

function placeOf({ state, seat }: WaitingEntry): number {
  if (state === "seated") return 2;
  return state === "waiting" && seat === null ? 1 : 0;
}

/**
 * Sorts the open entries: parties with free seats first, seated parties last, otherwise in their order. Entries that
 * are over are omitted.
 */
export function inOrder(entries: readonly WaitingEntry[]): WaitingEntry[] {
  const open = entries.filter(({ state }) => state !== "over");
  return open.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns a key that changes whenever a party takes or leaves seats of the day. */
export function takenKey(items: Day["items"]): string {
  const taken = items.filter(isTaken);
  return taken
    .map((item) => [item.uid, item.status, item.starts_at, item.ends_at, item.inventory_item_uids].join())
    .join(" ");
}
