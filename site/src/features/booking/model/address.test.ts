import { describe, expect, it } from "vitest";
import { aGroup } from "@/testing/builders";
import { addressOf, changedParts, chosenIn, completed } from "./address";

const choice = { groupId: 31, guests: 2, timeId: 12, courseId: 32 };

describe("the choice in the address", () => {
  it("is read as it was written", () => {
    const params = new URLSearchParams(addressOf("2026-12-14", choice));
    expect(params.toString()).toBe("date=2026-12-14&slot=31&guests=2&time=12&course=32");
    expect(chosenIn(params)).toEqual(choice);
    expect(chosenIn(new URLSearchParams("date=2026-12-14&slot=x"))).toBeNull();
    expect(addressOf("2026-12-14", null)).toEqual({ date: "2026-12-14" });
  });

  it("is completed where it is incomplete, and corrected where a part is not offered", () => {
    const group = aGroup({ id: 31 });
    const [guests = 0] = group.guests_count_option_values.toSorted((a, b) => a - b);
    const bare = completed({ groupId: 31, guests: null, timeId: null, courseId: null }, group, [group]);
    expect(bare).toMatchObject({ groupId: 31, guests });
    expect(completed({ groupId: 31, guests: 99, timeId: 99, courseId: 99 }, group, [group])).toEqual(bare);
  });

  it("reports unavailable parts, but not omitted ones", () => {
    const open = { groupId: 31, guests: null, timeId: null, courseId: null };
    expect(changedParts(open, choice)).toEqual([]);
    expect(changedParts(choice, choice)).toEqual([]);
    expect(changedParts({ ...choice, guests: 4, timeId: 7 }, choice)).toEqual(["guests", "time"]);
    expect(changedParts({ ...choice, courseId: 9 }, { ...choice, timeId: null })).toEqual(["time", "course"]);
  });
});
