import { describe, expect, it } from "vitest";
import type { GroupedOnlineStockGroups, OnlineStockGroup } from "@/api";
import { openSlots, partiesOf, partyOn } from "./times";

const slot = (id: number, operation: "lunch" | "dinner", times: [number, string, number[]][]): OnlineStockGroup => ({
  id,
  operation,
  display_title: `slot ${id}`,
  guests_count_option_values: [...new Set(times.flatMap(([, , parties]) => parties))],
  time_options: times.map(([time, start_time, guests_count_option_values]) => ({
    id: time,
    start_time,
    guests_count_option_values,
  })),
  courses: [],
  inventory_group: { title: "カウンター", custom_guests_count_label: null },
});

const DAY: GroupedOnlineStockGroups = {
  dinner: [
    slot(2, "dinner", [
      [21, "18:00", [4, 2]],
      [22, "20:00", [2]],
    ]),
  ],
  lunch: [slot(1, "lunch", [[11, "12:00", [1]]])],
};

describe("a day's times", () => {
  it("have space for the party, lunch first", () => {
    expect(partiesOf(DAY)).toEqual([1, 2, 4]);
    const found = (party: number) =>
      openSlots(DAY, party, false).map(({ title, times }) => [title, times.map(({ text }) => text)]);
    expect(found(1)).toEqual([["slot 1", ["12:00"]]]);
    expect(found(2)).toEqual([["slot 2", ["18:00", "20:00"]]]);
    expect(found(4)).toEqual([["slot 2", ["18:00"]]]);
    expect(found(3)).toEqual([]);
  });

  it("are empty for a delivery, which is ordered for the day", () => {
    expect(openSlots(DAY, 2, true)[0]?.times).toEqual([{ slot: 2, time: null, text: "" }]);
  });

  it("keep the chosen party while the day offers it", () => {
    expect(partyOn([1, 2, 4], 4)).toBe(4);
    expect(partyOn([1, 2, 4], 3)).toBe(2);
    expect(partyOn([3, 4], null)).toBe(3);
    expect(partyOn([], 2)).toBeNull();
  });
});
