import type { GroupedOnlineStockGroups, OnlineStockGroup, OperationName } from "@/api";

/** A start time that a party can book. */
export interface OpenTime {
  slot: number;
  /** Null for a delivery, which has no start time. */
  time: number | null;
  text: string;
}

export interface OpenSlot {
  operation: OperationName;
  id: number;
  title: string;
  times: OpenTime[];
}

const MEALS: OperationName[] = ["lunch", "dinner", "takeaway"];

function slotsOf(grouped: GroupedOnlineStockGroups): OnlineStockGroup[] {
  return MEALS.flatMap((meal) => grouped[meal] ?? []);
}

/** Returns the party sizes with space on the day, smallest first. */
export function partiesOf(grouped: GroupedOnlineStockGroups): number[] {
  const sizes = slotsOf(grouped).flatMap(({ guests_count_option_values }) => guests_count_option_values);
  return [...new Set(sizes)].toSorted((a, b) => a - b);
}

/** Returns the previous party size if the day offers it; otherwise two, or the smallest size. */
export function partyOn(parties: number[], chosen: number | null): number | null {
  if (chosen !== null && parties.includes(chosen)) return chosen;
  return parties.includes(2) ? 2 : (parties[0] ?? null);
}

/** Returns the slots that a party of this size can book, each with the times that have space. */
export function openSlots(grouped: GroupedOnlineStockGroups, party: number, isDelivery: boolean): OpenSlot[] {
  const slots = slotsOf(grouped).map(({ id, operation, display_title, time_options }) => {
    const open = time_options.filter(({ guests_count_option_values }) => guests_count_option_values.includes(party));
    const times = open.map((time) => ({ slot: id, time: time.id, text: time.start_time }));
    return { operation, id, title: display_title, times: isDelivery ? deliveryOf(times) : times };
  });
  return slots.filter(({ times }) => times.length > 0);
}

function deliveryOf([first]: OpenTime[]): OpenTime[] {
  return first ? [{ ...first, time: null, text: "" }] : [];
}
