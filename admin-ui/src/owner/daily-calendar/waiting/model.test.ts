import { expect, it } from "vitest";
import { item } from "../testing/sheet";
import { inOrder, isSameSeat, takenKey, waitingTimes } from "./model";
import type { WaitingEntry } from "./model";

it("offers the quarter hours of the day's meals", () => {
  const operations = [
    { name: "lunch", label: "ランチ", from: "11:30", till: "12:10", default_stay_minutes: 60 },
    { name: "dinner", label: "ディナー", from: "11:40", till: "12:20", default_stay_minutes: 120 },
  ] as Parameters<typeof waitingTimes>[0]["operations"];
  expect(waitingTimes({ operations }, null)).toEqual(["11:30", "11:45", "12:00"]);
  expect(waitingTimes({ operations }, 11 * 60 + 31), "today").toEqual(["11:45", "12:00"]);
  expect(waitingTimes({ operations }, 13 * 60)).toEqual([]);
});

const entry = (uid: string, state: WaitingEntry["state"], seat: object | null) =>
  ({ uid, state, seat }) as unknown as WaitingEntry;

it("lists parties with free seats first", () => {
  const entries = [
    entry("over", "over", null),
    entry("full", "waiting", null),
    entry("seated", "seated", null),
    entry("free", "waiting", {}),
    entry("offered", "offered", null),
  ];
  expect(inOrder(entries).map(({ uid }) => uid)).toEqual(["free", "offered", "full", "seated"]);
});

it("key changes with the seats of a party, and not with a memo", () => {
  const before = takenKey([item({ uid: "a", inventory_item_uids: ["c1"] })]);
  expect(takenKey([item({ uid: "a", inventory_item_uids: ["c1"], internal_memo: "窓側" })])).toBe(before);
  expect(takenKey([item({ uid: "a", inventory_item_uids: ["c2"] })])).not.toBe(before);
  expect(takenKey([])).not.toBe(before);
});

it("detects a changed proposal", () => {
  const seat = { start_time: "19:00", end_time: "21:00", inventory_item_uids: ["a", "b"] } as Parameters<
    typeof isSameSeat
  >[0];
  expect(isSameSeat(seat, { ...seat, inventory_item_uids: ["b", "a"], leftover: 1 })).toBe(true);
  expect(isSameSeat(seat, { ...seat, start_time: "19:15" })).toBe(false);
  expect(isSameSeat(seat, { ...seat, inventory_item_uids: ["a", "c"] })).toBe(false);
});
