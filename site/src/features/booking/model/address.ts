import type { OnlineStockGroup } from "@/api";
import type { CivilDate } from "@seki/shared/civil-time";
import { refreshed, selectGroup } from "./selection";
import type { SlotSelection } from "./selection";

/** Query parameters of a new reservation's address. */
export const CHOICE = ["date", "slot", "guests", "time", "course"] as const;

export interface RequestedSelection {
  groupId: number;
  guests: number | null;
  timeId: number | null;
  courseId: number | null;
}

/** Returns the choice in an address; null without a slot. */
export function chosenIn(params: URLSearchParams): RequestedSelection | null {
  const number = (name: (typeof CHOICE)[number]) => Number(params.get(name)) || null;
  const groupId = number("slot");
  if (groupId === null) return null;
  return { groupId, guests: number("guests"), timeId: number("time"), courseId: number("course") };
}

export function addressOf(date: CivilDate, choice: SlotSelection | null): Record<string, string> {
  if (choice === null) return { date };
  const { groupId, guests, timeId, courseId } = choice;
  return {
    date,
    slot: String(groupId),
    guests: String(guests),
    ...(timeId === null ? {} : { time: String(timeId) }),
    ...(courseId === null ? {} : { course: String(courseId) }),
  };
}

/** Completes a choice from an address. Omitted and unavailable parts get the slot's initial values. */
export function completed(
  { guests, timeId, courseId }: RequestedSelection,
  group: OnlineStockGroup,
  groups: OnlineStockGroup[],
): SlotSelection | null {
  const first = selectGroup(group);
  const wanted = { ...first, guests: guests ?? first.guests, courseId: courseId ?? first.courseId };
  return refreshed({ ...wanted, timeId: timeId ?? first.timeId }, groups);
}

export type ChangedPart = "guests" | "time" | "course";

const isLost = (asked: number | null, shown: number | null) => asked !== null && asked !== shown;

/** Returns the parts that the address requests but that are not offered any more. */
export function changedParts(asked: RequestedSelection, shown: SlotSelection): ChangedPart[] {
  return [
    ...(isLost(asked.guests, shown.guests) ? ["guests" as const] : []),
    ...(isLost(asked.timeId, shown.timeId) ? ["time" as const] : []),
    ...(isLost(asked.courseId, shown.courseId) ? ["course" as const] : []),
  ];
}
