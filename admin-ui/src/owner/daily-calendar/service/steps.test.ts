import { expect, it } from "vitest";
import { minutesOf } from "@/console/ui/times";
import { item } from "../testing/sheet";
import { NO_LATE_ITEMS, dueStepsOf, latenessOf, nextOf, occupiesSeats } from "./steps";
import type { ServiceInfo, ServiceState } from "./steps";

const NOTED = { arrived_at: null, seated_at: null, bill_at: null, left_at: null };
const at = (state: ServiceState | null): ServiceInfo => ({ ...NOTED, state });

const sitting = item({ uid: "early", start_time: "18:00", end_time: "20:00", service: at("seated") });
const next = item({ uid: "next", start_time: "20:15", end_time: "22:00", service: at(null) });

it("lists overstaying parties and the bookings they endanger", () => {
  expect([...latenessOf([sitting, next], "19:59")]).toEqual([]);
  expect([...latenessOf([sitting, next], "20:00")]).toEqual([
    ["next", "endangered"],
    ["early", "overrun"],
  ]);
});

it("ignores other seats, later bookings, and parties that have left or not come", () => {
  const elsewhere = { ...next, inventory_item_uids: ["c4"] };
  const later = { ...next, start_time: "20:45" };
  const seated = { ...next, service: at("seated") };
  for (const other of [elsewhere, later, seated])
    expect([...latenessOf([sitting, other], "20:20").keys()]).toEqual(["early"]);
  for (const state of ["left", "no_show", null] as const)
    expect(latenessOf([{ ...sitting, service: at(state) }, next], "20:20").get("next")).toBeUndefined();
});

it("treats a party that has arrived and was never seated as overstaying, too", () => {
  const arrived = { ...sitting, service: at("arrived") };
  expect([...latenessOf([arrived, next], "20:00")]).toEqual([
    ["next", "endangered"],
    ["early", "overrun"],
  ]);
  const both = [arrived, { ...next, service: at("arrived") }];
  expect([...latenessOf(both, "22:00").values()], "after the time of both").toEqual(["overrun", "overrun"]);
  const early = { ...next, service: at("arrived") };
  expect([occupiesSeats(early, minutesOf("20:14")), occupiesSeats(early, minutesOf("20:15"))]).toEqual([false, true]);
  expect(occupiesSeats({ ...next, service: at("seated") }, minutesOf("20:00"))).toBe(true);
  expect(occupiesSeats({ ...sitting, service: at("left") }, minutesOf("19:00"))).toBe(false);
});

it("awaits missing parties after ten minutes if staff record arrivals", () => {
  const missing = { ...next, start_time: "18:30", inventory_item_uids: ["c4"] };
  expect([...latenessOf([sitting, missing], "18:39")]).toEqual([]);
  expect([...latenessOf([sitting, missing], "18:40")]).toEqual([["next", "awaited"]]);
  expect(latenessOf([missing], "18:40").size, "staff record no arrivals").toBe(0);
  expect(latenessOf([sitting, { ...missing, service: at("arrived") }], "18:40").size).toBe(0);
});

it("returns each next step and null after the last", () => {
  expect([null, "arrived", "seated", "bill", "left", "no_show"].map((state) => nextOf(state as ServiceState))).toEqual([
    "arrived",
    "seated",
    "bill",
    "left",
    null,
    null,
  ]);
});

it.each([
  ["an hour before the start", null, "19:15", "arrived"],
  ["earlier", null, "19:14", undefined],
  ["earlier, but it has come", "arrived", "17:00", "seated"],
  ["in its time", null, "21:59", "arrived"],
  ["after its time, if staff record no arrivals", null, "22:00", undefined],
  ["after its time, while it sits", "bill", "23:00", "left"],
  ["after it has left", "left", "21:00", undefined],
  ["after a no-show", "no_show", "21:00", undefined],
] as const)("offers the next step %s", (_, state, now, step) => {
  const party = { ...next, service: at(state) };
  expect(dueStepsOf([party], minutesOf(now), NO_LATE_ITEMS).get("next")).toBe(step);
});

it("offers a step to an awaited party after its time, and none to slots and holds", () => {
  const late = latenessOf([next, { ...sitting, inventory_item_uids: ["c4"] }], "23:00");
  expect(dueStepsOf([next], minutesOf("23:00"), late).get("next")).toBe("arrived");
  const hold = { ...next, status: "pending" as const };
  const slot = { ...next, calendar_item_type: "OnlineStockGroup" as const };
  for (const other of [hold, slot]) expect(dueStepsOf([other], minutesOf("20:15"), NO_LATE_ITEMS).size).toBe(0);
});
