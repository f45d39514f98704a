import { describe, expect, it } from "vitest";
import { hoursMinutesSeconds } from "./countdown";

describe("the countdown to the next entry", () => {
  it("shows hours beyond a day, and minutes and seconds with two digits (F087)", () => {
    expect(hoursMinutesSeconds(86_399.2)).toEqual({ hours: "24", minutes: "00", seconds: "00" });
    expect(hoursMinutesSeconds(3661)).toEqual({ hours: "01", minutes: "01", seconds: "01" });
    expect(hoursMinutesSeconds(-3)).toEqual({ hours: "00", minutes: "00", seconds: "00" });
  });
});
