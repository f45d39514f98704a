import { expect, test } from "vitest";
import { canUpdate, inPersonBody, inPersonDraft, seatsNeeded, withSeat, withStart } from "./model";
import type { Detail } from "./model";

const reservation = {
  uid: "r",
  nickname: "伊藤",
  customer_type: "OfflineCustomer",
  customer_id: 1,
  customer_profile_id: 2,
  restaurant_id: 3,
  guests_count: 3,
  start_time: "18:00",
  end_time: "20:00",
  display_phone_number: "",
  internal_memo: "",
  customer_internal_memo: "",
  inventory_group: { daily_cap: 4, capacity_per_stock: 2 },
} as Detail;

test("a party takes as many seats as it needs", () => {
  expect([1, 2, 3, 4].map((guests) => seatsNeeded(reservation, guests))).toEqual([1, 1, 2, 2]);
  expect(withSeat(["a"], "b", 2)).toEqual(["a", "b"]);
  expect(withSeat(["a", "b"], "a", 2)).toEqual(["b"]);
  expect(withSeat(["a"], "b", 1), "the one seat is exchanged").toEqual(["b"]);
});

test("seats are sent only when staff chose them, and all of them", () => {
  const draft = inPersonDraft(reservation);
  expect(inPersonBody(reservation, draft).offline_reservation.inventory_item_uids).toBeNull();
  expect(canUpdate(reservation, draft)).toBe(true);
  expect(canUpdate(reservation, { ...draft, seats: ["a"] })).toBe(false);
  const chosen = { ...draft, seats: ["a", "b"] };
  expect(canUpdate(reservation, chosen)).toBe(true);
  expect(canUpdate(reservation, { ...chosen, nickname: " " })).toBe(false);
  expect(inPersonBody(reservation, chosen).offline_reservation.inventory_item_uids).toEqual(["a", "b"]);
});

test("another start moves the end along, never past the day's last time", () => {
  const day = { ...reservation, operation_times: ["17:00", "22:30"] };
  const draft = inPersonDraft(day);
  expect(withStart(day, draft, "18:30")).toEqual({ startTime: "18:30", endTime: "20:30" });
  expect(withStart(day, draft, "17:30")).toEqual({ startTime: "17:30", endTime: "19:30" });
  expect(withStart(day, draft, "21:30")).toEqual({ startTime: "21:30", endTime: "22:30" });
  expect(withStart(day, { ...draft, endTime: "17:00" }, "19:00").endTime, "an end before its start").toBe("19:05");
});
