import { minutesOf } from "@/console/ui/times";
import { isOver } from "../model/blocks";
import type { CalendarItem } from "../model/blocks";
import { isPresent, isVisit } from "../service/steps";

/** Filters of the list: all parties, parties that have not come, parties at the restaurant, and parties with allergies. */
export const FILTERS = ["all", "expected", "present", "allergies"] as const;
export type VisitFilter = (typeof FILTERS)[number];

function matches(item: CalendarItem, filter: VisitFilter): boolean {
  switch (filter) {
    case "expected":
      return isVisit(item) && item.service.state === null;
    case "present":
      return isVisit(item) && isPresent(item.service);
    case "allergies":
      return item.has_allergy && item.status !== "void";
    default:
      return true;
  }
}

export function filtered(visits: readonly CalendarItem[], filter: VisitFilter): CalendarItem[] {
  return visits.filter((item) => matches(item, filter));
}

/** Returns the first party whose stay has not ended at a minute; undefined on another day, where the minute is null. */
export function currentOf(visits: readonly CalendarItem[], minute: number | null): CalendarItem | undefined {
  return minute === null ? undefined : visits.find((item) => !isOver(item) && minutesOf(item.end_time) > minute);
}
