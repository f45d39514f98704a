import { expect, test } from "vitest";
import { momentOf, sharesOf, shortDay, totalsOf } from "./model";

function day(guests: number, course_total: number | null = 1_000) {
  return { date: "2026-12-24", is_closed: false, holiday: null, parties: 1, guests, course_total };
}

test("totals are the sum of all days", () => {
  expect(totalsOf([day(2), day(3)])).toEqual({ parties: 2, guests: 5, course_total: 2_000 });
  expect(totalsOf([day(2, null), day(3, null)])).toEqual({ parties: 2, guests: 5, course_total: null });
});

test("bars are shares of the fullest day", () => {
  expect(sharesOf([day(2), day(8), day(0)])).toEqual([25, 100, 0]);
  expect(sharesOf([day(0)])).toEqual([0]);
});

test("days are shown without their year, times in the restaurant's zone", () => {
  expect(shortDay("2026-12-24", "ja")).toBe("12月24日（木）");
  expect(shortDay("2026-12-24", "en")).toBe("Thu, 24 December");
  expect(momentOf("2026-12-24T18:30:00+09:00", "ja")).toBe("12月24日（木） 18:30");
});
