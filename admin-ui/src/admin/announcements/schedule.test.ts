import { expect, it } from "vitest";
import { HOURS, MINUTES, isPast, scheduleOf, timeOf } from "./schedule";

it("is scheduled once all three fields are set, and sent immediately until then", () => {
  expect(timeOf({ date: "2026-12-01", hour: "09", minute: "05" })).toBe("2026-12-01T09:05");
  for (const blank of ["date", "hour", "minute"] as const) {
    expect(timeOf({ date: "2026-12-01", hour: "09", minute: "05", [blank]: "" })).toBeNull();
  }
});

it("reads the restaurant's local time, in any time zone of the browser", () => {
  expect(scheduleOf("2026-12-01T00:30:00+09:00")).toEqual({ date: "2026-12-01", hour: "00", minute: "30" });
  expect(scheduleOf(null)).toEqual({ date: "", hour: "", minute: "" });
  expect(isPast("2026-12-01T09:55", "2026-12-01T10:00:00+09:00")).toBe(true);
  expect(isPast("2026-12-01T10:00", "2026-12-01T10:00:00+09:00")).toBe(false);
});

it("offers every hour, and minutes in steps of five", () => {
  expect([HOURS.length, HOURS[0], HOURS.at(-1)]).toEqual([24, "00", "23"]);
  expect([MINUTES.length, MINUTES[1], MINUTES.at(-1)]).toEqual([12, "05", "55"]);
});
