import type { GroupCourse, GroupedOnlineStockGroups, HoldRequestFields, OnlineStockGroup, OperationName } from "@/api";

type TimeOption = OnlineStockGroup["time_options"][number];

/** The diner's choice within one slot. */
export interface SlotSelection {
  groupId: number;
  guests: number;
  timeId: number | null;
  courseId: number | null;
}

export type MissingPart = "slot" | "guests" | "time" | "course";

export const OPERATIONS: OperationName[] = ["lunch", "dinner", "takeaway"];

export function groupsOf(grouped: GroupedOnlineStockGroups): OnlineStockGroup[] {
  return OPERATIONS.flatMap((operation) => grouped[operation] ?? []);
}

/** Returns the courses with enough portions for the party; null remaining means no limit. */
export function coursesFor(group: OnlineStockGroup, guests: number): GroupCourse[] {
  return group.courses.filter(({ daily_remaining }) => daily_remaining === null || daily_remaining >= guests);
}

/** Returns the start times that have space for a party of this size. */
export function timesFor(group: OnlineStockGroup, guests: number): TimeOption[] {
  return group.time_options.filter(({ guests_count_option_values }) => guests_count_option_values.includes(guests));
}

function highestPriced(courses: GroupCourse[]): GroupCourse | null {
  return courses.reduce<GroupCourse | null>(
    (best, course) => (best === null || course.price > best.price ? course : best),
    null,
  );
}

/** Returns the initial choice of a slot: the smallest party, the only time, the highest-priced course. */
export function selectGroup(group: OnlineStockGroup): SlotSelection {
  const guests = group.guests_count_option_values.length > 0 ? Math.min(...group.guests_count_option_values) : 0;
  const [time, ...otherTimes] = group.time_options;
  return {
    groupId: group.id,
    guests,
    timeId: time && otherTimes.length === 0 ? time.id : null,
    courseId: highestPriced(coursesFor(group, guests))?.id ?? null,
  };
}

/**
 * Changes the party size. A larger party may exceed the portions of the chosen course or the seats at the chosen time.
 */
export function selectGuests(selection: SlotSelection, group: OnlineStockGroup, guests: number): SlotSelection {
  const fits = timesFor(group, guests).some(({ id }) => id === selection.timeId);
  return keepCourse({ ...selection, guests, timeId: fits ? selection.timeId : null }, group);
}

export function selectTime(selection: SlotSelection, timeId: number | null): SlotSelection {
  return { ...selection, timeId };
}

export function selectCourse(selection: SlotSelection, courseId: number): SlotSelection {
  return { ...selection, courseId };
}

/** Adjusts a choice to fresh availability: parts that are still offered stay; null if the slot itself is gone. */
export function refreshed(selection: SlotSelection, groups: OnlineStockGroup[]): SlotSelection | null {
  const group = groups.find(({ id }) => id === selection.groupId);
  if (!group) return null;
  const fallback = selectGroup(group);
  const guests = group.guests_count_option_values.includes(selection.guests) ? selection.guests : fallback.guests;
  const fits = timesFor(group, guests).some(({ id }) => id === selection.timeId);
  const timeId = fits ? selection.timeId : fallback.timeId;
  return keepCourse({ ...selection, guests, timeId }, group);
}

function keepCourse(selection: SlotSelection, group: OnlineStockGroup): SlotSelection {
  const courses = coursesFor(group, selection.guests);
  const kept = courses.some(({ id }) => id === selection.courseId);
  return kept ? selection : { ...selection, courseId: highestPriced(courses)?.id ?? null };
}

/** Returns the first part that is not chosen yet. A delivery has no start time. */
export function missingPart(
  selection: SlotSelection | null,
  group: OnlineStockGroup | undefined,
  { deliveryOnly }: { deliveryOnly: boolean },
): MissingPart | null {
  if (!selection || !group) return "slot";
  if (!group.guests_count_option_values.includes(selection.guests)) return "guests";
  if (!deliveryOnly && selection.timeId === null) return "time";
  if (selection.courseId === null) return "course";
  return null;
}

/** Returns the body of a hold request; null while the choice is incomplete. */
export function newReservationOf(
  selection: SlotSelection,
  group: OnlineStockGroup,
  { deliveryOnly }: { deliveryOnly: boolean },
): HoldRequestFields | null {
  const time = selection.timeId ?? (deliveryOnly ? timesFor(group, selection.guests)[0]?.id : undefined);
  if (time === undefined || selection.courseId === null) return null;
  return {
    online_stock_group_id: selection.groupId,
    guests_count: selection.guests,
    time_selector_option_id: time,
    course_id: selection.courseId,
  };
}
