import type { OnlineStockGroup } from "@/api";
import type { CivilDate } from "@seki/shared/civil-time";
import { refreshed, selectGroup } from "./selection";
import type { SlotSelection } from "./selection";

/** What the address of a new reservation says of the choice. */
export const CHOICE = ["date", "slot", "guests", "time", "course"] as const;

export interface RequestedSelection {
  groupId: number;
  guests: number | null;
  timeId: number | null;
  courseId: number | null;
}

/** The choice in an address; null without a slot. */
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

/** What an address leaves open is as when the slot is first chosen; what is not offered any more likewise. */
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

/** What the address asks for and is not offered any more, so that something else stands in its place. */
export function changedParts(asked: RequestedSelection, shown: SlotSelection): ChangedPart[] {
  return [
    ...(isLost(asked.guests, shown.guests) ? ["guests" as const] : []),
    ...(isLost(asked.timeId, shown.timeId) ? ["time" as const] : []),
    ...(isLost(asked.courseId, shown.courseId) ? ["course" as const] : []),
  ];
}
