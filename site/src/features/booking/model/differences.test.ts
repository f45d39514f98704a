import { describe, expect, it } from "vitest";
import { aCourse, aGroup } from "@/testing/builders";
import { differencesOf } from "./differences";

const two = aGroup({ id: 1, guests_count_option_values: [2, 1] });

describe("slots of the same name", () => {
  it("have no differences if their names are unique", () => {
    expect(differencesOf(two, [two, aGroup({ id: 2, display_title: "個室 17:30〜20:00" })])).toBeNull();
  });

  it("are distinguished by the party, the times or the courses, whichever differ", () => {
    const four = aGroup({ id: 2, guests_count_option_values: [3, 4] });
    const none = { guests: null, times: [], courses: [] };
    expect(differencesOf(four, [two, four])).toEqual({ ...none, guests: { least: 3, most: 4 } });
    expect(differencesOf(two, [two, four])).toEqual({ ...none, guests: { least: 1, most: 2 } });
    const late = aGroup({
      ...two,
      id: 3,
      time_options: [{ id: 9, start_time: "20:00", guests_count_option_values: [1] }],
    });
    expect(differencesOf(late, [two, late])).toEqual({ ...none, times: ["20:00"] });
    const short = aGroup({ ...two, id: 4, courses: [aCourse({ id: 8, title: "短いおまかせ" })] });
    expect(differencesOf(short, [two, short])).toEqual({ ...none, courses: ["短いおまかせ"] });
  });
});
