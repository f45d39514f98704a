import { describe, expect, it } from "vitest";
import { runningTotalOf } from "./sums";

const course = { title: "おまかせ", price: 24000, is_prepaid: true };
const restaurant = { reservation_fee: 390 };

// G080
describe("the running total", () => {
  it.each([
    ["a prepaid course is paid now, with the fee", "dinner", course, 48780, 0],
    ["a course that is not prepaid is paid there", "dinner", { ...course, is_prepaid: false }, 780, 48000],
    ["an order has no fee", "takeaway", course, 48000, 0],
    ["an order that is paid at pick-up costs nothing now", "takeaway", { ...course, is_prepaid: false }, 0, 48000],
    ["a course without a price has only the fee", "lunch", { ...course, price: 0, is_prepaid: false }, 780, 0],
  ] as const)("%s", (_, operation, chosen, now, later) => {
    expect(runningTotalOf({ operation }, restaurant, chosen, 2)).toMatchObject({ now, later });
  });
});
