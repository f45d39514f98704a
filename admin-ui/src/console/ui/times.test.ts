import { describe, expect, it } from "vitest";
import {
  defaultTimes,
  endChoices,
  movedStart,
  nextTimes,
  startChoices,
  clockOf,
  minutesOf,
  minutesOfDay,
} from "./times";

const evening = { from: "17:00", till: "22:00" };

const at = (instant: string) => minutesOfDay(new Date(instant), "2026-12-08", "Asia/Tokyo");

it("counts the minutes of an evening past midnight", () => {
  expect(at("2026-12-08T20:30:00+09:00")).toBe(20 * 60 + 30);
  expect(at("2026-12-09T01:30:00+09:00")).toBe(25 * 60 + 30);
  expect([at("2026-12-09T05:00:00+09:00"), at("2026-12-07T23:00:00+09:00")]).toEqual([null, null]);
});

describe("the selectable times", () => {
  // F150
  it("come every five minutes; the last step is no start, and the first no end", () => {
    const starts = startChoices(evening);
    expect([starts[0], starts[1], starts.at(-1)]).toEqual(["17:00", "17:05", "21:55"]);
    const ends = endChoices(evening, "");
    expect([ends[0], ends.at(-1)]).toEqual(["17:05", "22:00"]);
    expect(endChoices(evening, "21:00")[0]).toBe("21:05");
    expect(startChoices({ from: "17:00", till: "17:00" })).toEqual([]);
  });

  it("include the slot's previous time", () => {
    expect(startChoices(evening, "16:30")[0]).toBe("16:30");
    expect(endChoices(evening, "21:00", "25:30").at(-1)).toBe("25:30");
  });
});

describe("the stay of a new slot", () => {
  it("has the usual duration, and never exceeds the last column", () => {
    expect(defaultTimes("18:00", 90, evening)).toEqual({ start: "18:00", end: "19:30" });
    expect(defaultTimes("21:30", 120, evening)).toEqual({ start: "21:30", end: "22:00" });
    expect(defaultTimes("09:00", 120, evening)).toEqual({ start: "17:00", end: "19:00" });
  });

  it("ends two hours after a moved start", () => {
    expect(movedStart("17:30", evening)).toEqual({ start: "17:30", end: "19:30" });
    expect(movedStart("20:30", evening)).toEqual({ start: "20:30", end: "22:00" });
  });

  it("is followed by one that begins where it ends", () => {
    expect(nextTimes([{ start: "17:00", end: "19:00" }], evening)).toEqual({ start: "19:00", end: "21:00" });
    expect(nextTimes([{ start: "20:00", end: "22:00" }], evening)).toEqual({ start: "", end: "" });
  });
});

it("counts minutes beyond midnight", () => {
  expect(minutesOf("25:30")).toBe(1530);
  expect(clockOf(1530)).toBe("25:30");
});
