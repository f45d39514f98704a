import { describe, expect, it } from "vitest";
import { aCourse, aGroup } from "@/testing/builders";
import {
  coursesFor,
  missingPart,
  newReservationOf,
  refreshed,
  selectGroup,
  selectGuests,
  selectTime,
  timesFor,
} from "./selection";

const cheap = aCourse({ id: 1, price: 9000 });
const dear = aCourse({ id: 2, price: 24000, daily_remaining: 2 });
const group = aGroup({
  id: 7,
  guests_count_option_values: [3, 1, 2],
  time_options: [
    { id: 70, start_time: "17:30", guests_count_option_values: [1, 2] },
    { id: 71, start_time: "20:00", guests_count_option_values: [1, 2, 3] },
  ],
  courses: [cheap, dear],
});
const dining = { deliveryOnly: false };

describe("the selection of a slot", () => {
  // F061
  it("starts with the smallest party, no time out of several, and the highest-priced course", () => {
    expect(selectGroup(group)).toEqual({ groupId: 7, guests: 1, timeId: null, courseId: 2 });
  });

  // F061
  it("starts with the time if there is only one", () => {
    expect(
      selectGroup(aGroup({ time_options: [{ id: 70, start_time: "17:30", guests_count_option_values: [1] }] })).timeId,
    ).toBe(70);
  });

  it("drops a course that has too few portions for the party, and keeps one that has enough", () => {
    const selection = selectGroup(group);
    expect(coursesFor(group, 3)).toEqual([cheap]);
    expect(selectGuests(selection, group, 2).courseId).toBe(2);
    expect(selectGuests(selection, group, 3).courseId).toBe(1);
  });

  it("keeps party and course when only the time changes", () => {
    const selection = selectGuests(selectGroup(group), group, 2);
    expect(selectTime(selection, 71)).toEqual({ ...selection, timeId: 71 });
  });

  it("drops a time at which the party does not fit, and no longer offers it", () => {
    const early = selectTime(selectGuests(selectGroup(group), group, 2), 70);
    expect(timesFor(group, 3).map(({ id }) => id)).toEqual([71]);
    expect(selectGuests(early, group, 1).timeId).toBe(70);
    expect(selectGuests(early, group, 3).timeId).toBeNull();
    const fuller = aGroup({
      ...group,
      time_options: [{ id: 70, start_time: "17:30", guests_count_option_values: [1] }, ...group.time_options.slice(1)],
    });
    expect(refreshed(early, [fuller])).toMatchObject({ guests: 2, timeId: null });
    expect(newReservationOf(selectGuests(early, group, 3), group, { deliveryOnly: true })).toMatchObject({
      time_selector_option_id: 71,
    });
  });

  it("keeps the parts that fresh availability still offers, and is null when the slot is gone", () => {
    const selection = selectTime(selectGuests(selectGroup(group), group, 3), 71);
    expect(refreshed(selection, [group])).toEqual(selection);
    expect(refreshed(selection, [aGroup({ ...group, guests_count_option_values: [1] })])).toMatchObject({ guests: 1 });
    expect(refreshed(selection, [aGroup({ id: 8 })])).toBeNull();
  });

  it("names the first missing part", () => {
    expect(missingPart(null, undefined, dining)).toBe("slot");
    expect(missingPart(selectGroup(group), group, dining)).toBe("time");
    expect(missingPart(selectGroup(group), group, { deliveryOnly: true })).toBeNull();
    expect(missingPart({ ...selectGroup(group), timeId: 70, courseId: null }, group, dining)).toBe("course");
  });

  it("sends the first time for a delivery, which shows none", () => {
    expect(newReservationOf(selectGroup(group), group, { deliveryOnly: true })).toMatchObject({
      time_selector_option_id: 70,
    });
    expect(newReservationOf(selectGroup(group), group, dining)).toBeNull();
  });
});
