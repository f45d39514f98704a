import { describe, expect, it } from "vitest";
import type { CalendarItem } from "./blocks";
import { draggedTo, isSameSpot, judged, keyedTo, reachOf, spotOf, resizedTo, tappedAt, timeAt } from "./moving";
import type { Floor } from "./moving";
import { GRID, ROWS, item } from "../testing/sheet";

const operations: Floor["operations"] = [
  { name: "lunch", label: "ランチ", default_stay_minutes: 60, stays: [], from: "13:00", till: "14:00" },
  { name: "dinner", label: "ディナー", default_stay_minutes: 60, stays: [], from: "17:00", till: "18:00" },
];

const at = (uid: string, times: [string, string], seats: string[], over: Partial<CalendarItem> = {}) =>
  item({
    uid,
    calendar_item_type: "OfflineReservation",
    title: uid,
    start_time: times[0],
    end_time: times[1],
    inventory_item_uids: seats,
    ...over,
  });
const ITO = at("伊藤", ["17:00", "17:30"], ["c1", "c2"], { guests_count: 2 });
const SATO = at("佐藤", ["17:30", "18:00"], ["c4"]);
const floor: Floor = { items: [ITO, SATO], rows: ROWS, geometry: GRID, operations, now: null };
const reach = (over: Partial<CalendarItem>) => reachOf(item(over));
const press = (spot: ReturnType<typeof spotOf>, key: string, shiftKey = false, party = ITO) =>
  keyedTo(floor, party, spot, { key, shiftKey });
const ontoArea = (party: CalendarItem) => draggedTo(floor, party, { dx: 0, rows: rows(0, 4) });
const rows = (from: number, to: number) => ({ from, to });

describe("the reach of an item", () => {
  it("is null unless it is a party, and includes the time only of an in-person reservation", () => {
    expect(reach({ calendar_item_type: "OfflineReservation" })).toBe("time_and_seats");
    expect(reach({ calendar_item_type: "OnlineReservation" })).toBe("seats");
    expect(reach({ calendar_item_type: "ReservationInvite", status: "pending" })).toBe("seats");
    expect(reach({ calendar_item_type: "OffsiteReservation" })).toBe("seats");
    expect(reach({ calendar_item_type: "Pending", status: "pending" })).toBeNull();
    expect(reach({ calendar_item_type: "OnlineStockGroup" })).toBeNull();
    expect(reach({ calendar_item_type: "OnlineCancellation" })).toBeNull();
    expect(reach({ status: "void" })).toBeNull();
    expect(reach({ has_cancel_request: true })).toBeNull();
  });
});

describe("the time at a pixel", () => {
  it("follows the columns, across dividers and beyond them", () => {
    expect([0, 40, 80, 160, 170, 180, 260, 340, -80].map((x) => timeAt(GRID, x))).toEqual([
      780, 795, 810, 840, 930, 1020, 1050, 1080, 750,
    ]);
  });
});

describe("a party with a joined table", () => {
  const joined = at("田中", ["17:00", "17:30"], ["c1", "c2"], { guests_count: 1 });

  it("keeps it within its group, and needs fewer seats in another one", () => {
    expect(draggedTo(floor, joined, { dx: 0, rows: rows(0, 2) }).spot.seatUids).toEqual(["c3", "c4"]);
    const elsewhere = ontoArea(joined);
    expect(elsewhere.spot.seatUids).toEqual(["p1"]);
    expect(press(elsewhere.spot, "ArrowUp", false, joined)?.spot.seatUids, "back in its group").toEqual(["c3", "c4"]);
  });
});

describe("a dragged block", () => {
  it("moves to other seats in their order and stays within its group", () => {
    expect(draggedTo(floor, ITO, { dx: 3, rows: rows(0, 2) })).toEqual({
      spot: { from: 1020, till: 1050, seatUids: ["c3", "c4"] },
      refusal: null,
    });
    const end = draggedTo(floor, ITO, { dx: 0, rows: rows(0, 3) });
    expect(end.spot.seatUids, "stops at the last seat").toEqual(["c3", "c4"]);
    const apart = at("離れ", ["17:00", "17:30"], ["c1", "c3"]);
    expect(draggedTo(floor, apart, { dx: 0, rows: rows(0, 1) }).spot.seatUids).toEqual(["c2", "c4"]);
  });

  it("snaps to quarter hours and keeps the length of its stay", () => {
    expect(draggedTo(floor, ITO, { dx: 38, rows: rows(0, 0) }).spot).toMatchObject({ from: 1035, till: 1065 });
    expect(draggedTo(floor, ITO, { dx: 9, rows: rows(0, 0) }).spot).toEqual(spotOf(ITO));
    const odd = at("五分", ["17:05", "17:35"], ["c1"]);
    expect(draggedTo(floor, odd, { dx: 4, rows: rows(0, 1) }).spot).toMatchObject({ from: 1025, till: 1055 });
    expect(draggedTo(floor, ITO, { dx: -180, rows: rows(0, 0) })).toMatchObject({
      spot: { from: 780, till: 810 },
      refusal: null,
    });
  });

  it("ends at the end of the day at the latest", () => {
    const long = at("長居", ["17:00", "17:45"], ["c1"]);
    expect(draggedTo(floor, long, { dx: 80, rows: rows(0, 0) })).toMatchObject({
      spot: { from: 1050, till: 1080 },
      refusal: null,
    });
  });

  it("is rejected with the reason", () => {
    const onto = (dx: number, from: number, to: number, party = ITO) =>
      draggedTo(floor, party, { dx, rows: rows(from, to) }).refusal;
    expect(onto(80, 0, 2)).toEqual({ why: "taken", name: "佐藤", time: "17:30–18:00" });
    expect(onto(-260, 0, 0)).toEqual({ why: "hours" });
    expect(onto(160, 0, 0)).toEqual({ why: "hours" });
    expect(onto(-10, 0, 0)).toEqual({ why: "closed" });
    const hold = at("hold", ["17:00", "18:00"], ["c3"], { calendar_item_type: "Pending", status: "pending" });
    expect(judged({ ...floor, items: [hold] }, ITO, { ...spotOf(ITO), seatUids: ["c2", "c3"] }).refusal).toEqual({
      why: "held",
    });
  });

  it("offers a shorter stay before the next party", () => {
    const soon = at("次", ["17:52", "18:00"], ["c3"]);
    const fits = (party: CalendarItem, till: number, over: Partial<Floor> = {}, from = 1020) =>
      judged({ ...floor, items: [soon], ...over }, party, { from, till, seatUids: ["c3"] }).fits;
    const long = at("長居", ["17:00", "18:00"], ["c1"]);
    expect(fits(long, 1080)).toEqual({ from: 1020, till: 1070, seatUids: ["c3"] });
    expect(fits(long, 1070), "no other party overlaps").toBeUndefined();
    expect(fits(long, 1110, { items: [] }), "until the day ends").toMatchObject({ till: 1080 });
    expect(fits(long, 1110, {}, 1050), "less than half of the stay").toBeUndefined();
    expect(
      fits({ ...long, calendar_item_type: "OnlineReservation" }, 1080),
      "its time is fixed with the diner",
    ).toBeUndefined();
    const whole = at("先客", ["17:00", "17:30"], ["c3"]);
    expect(fits(long, 1080, { items: [soon, whole] }), "the seat is taken already").toBeUndefined();
    expect(fits(at("本人", ["17:00", "17:50"], ["c3"]), 1080), "its end would not change").toBeUndefined();
    const extended = at("本人", ["17:00", "17:20"], ["c3"]);
    expect(fits(extended, 1095), "longer than before").toMatchObject({ till: 1070 });
  });

  it("moves to another seat group if it fits and only staff chose its seats", () => {
    expect(ontoArea(ITO)).toEqual({ spot: { from: 1020, till: 1050, seatUids: ["p1"] }, refusal: null });
    expect(ontoArea({ ...ITO, guests_count: 5 }).refusal).toEqual({ why: "size" });
    expect(ontoArea({ ...ITO, calendar_item_type: "OnlineReservation" }).refusal).toEqual({ why: "group" });
  });

  it("may take the seats of a party that has left, and a party that has left cannot move", () => {
    const service = { ...ITO.service, state: "left" as const, left_at: "17:30" };
    const left = at("left", ["17:00", "18:00"], ["c3"], { service, rendered_till: "17:30" });
    const onto = (from: number, till: number) =>
      judged({ ...floor, items: [left] }, ITO, { from, till, seatUids: ["c2", "c3"] }).refusal;
    expect(onto(1050, 1080)).toBeNull();
    expect(onto(1035, 1065)?.why).toBe("taken");
    expect(reachOf(left)).toBeNull();
  });

  it("keeps the start of a seated party, and may move a no-show", () => {
    const sitting = { ...ITO, service: { ...ITO.service, state: "seated" as const } };
    expect(draggedTo(floor, sitting, { dx: 80, rows: rows(0, 1) }).spot).toMatchObject({ from: 1020, till: 1050 });
    expect(press(spotOf(ITO), "ArrowRight", false, sitting)?.spot).toEqual(spotOf(ITO));
    expect(press(spotOf(ITO), "ArrowRight", true, sitting)?.spot.till).toBe(1065);
    expect(reachOf({ ...ITO, service: { ...ITO.service, state: "no_show" } })).toBe("time_and_seats");
  });

  it("moves a party to seats left meanwhile, from now on", () => {
    const service = { ...ITO.service, state: "left" as const, left_at: "17:10" };
    const left = at("left", ["17:00", "18:00"], ["c3"], { service, rendered_till: "17:10" });
    const onto = (now: number | null, items: readonly CalendarItem[] = [left]) =>
      judged({ ...floor, items, now }, ITO, { ...spotOf(ITO), seatUids: ["c2", "c3"] }).refusal?.why;
    expect([onto(null), onto(1029), onto(1034), onto(1060)]).toEqual(["taken", "taken", undefined, "taken"]);
    const moved = at("moved", ["17:00", "18:00"], ["c3"], { rendered_from: "17:30" });
    expect([onto(null, [moved]), onto(1034, [moved])]).toEqual([undefined, undefined]);
  });

  it("ignores past parties for a seated party, also beyond its booked end", () => {
    const is = (state: "arrived" | "seated" | "left") => ({ service: { ...ITO.service, state } });
    const sitting = { ...ITO, ...is("seated") };
    const onto = (now: number, ...items: CalendarItem[]) =>
      judged({ ...floor, items, now }, sitting, { ...spotOf(ITO), seatUids: ["c2", "c3"] }).refusal?.why;
    const before = at("before", ["17:00", "17:30"], ["c3"], { ...is("left"), rendered_till: "17:30" });
    expect(onto(1055, before), "it is 17:35, and they booked until 17:30").toBeUndefined();
    const justLeft = { ...before, rendered_till: "17:20", seats_until: "17:20" };
    expect(onto(1037, justLeft), "they left a moment ago").toBeUndefined();
    expect(onto(1055, at("now", ["17:30", "18:00"], ["c3"])), "another party has the seat now").toBe("taken");
    const sitsOn = at("on", ["17:00", "17:30"], ["c3"], { ...is("seated"), seats_until: "18:00" });
    expect(onto(1055, sitsOn), "a party stays there beyond its booked end").toBe("taken");
    expect(onto(1055, { ...sitsOn, ...is("arrived") }), "or arrived there and was never seated").toBe("taken");
    const waiting = { ...ITO, ...is("arrived") };
    const past = at("past", ["17:00", "17:30"], ["c3"]);
    const moved = judged({ ...floor, items: [past], now: 1055 }, waiting, { ...spotOf(ITO), seatUids: ["c2", "c3"] });
    expect(moved.refusal, "a party that has arrived needs seats from now on, too").toBeNull();
  });

  it("keeps the time of a diner's booking", () => {
    const web = { ...ITO, calendar_item_type: "OnlineReservation" as const };
    expect(draggedTo(floor, web, { dx: 80, rows: rows(0, 1) })).toEqual({
      spot: { from: 1020, till: 1050, seatUids: ["c2", "c3"] },
      refusal: null,
    });
  });

  it("is not blocked by itself or by slots, freed and cancelled items", () => {
    const soft = [
      at("slot", ["17:00", "18:00"], ["c2"], { calendar_item_type: "OnlineStockGroup" }),
      at("freed", ["17:00", "18:00"], ["c2"], { calendar_item_type: "OnlineCancellation" }),
      at("gone", ["17:00", "18:00"], ["c3"], { status: "void" }),
    ];
    const spot = { ...spotOf(ITO), seatUids: ["c2", "c3"] };
    expect(judged({ ...floor, items: [ITO, ...soft] }, ITO, spot).refusal).toBeNull();
  });
});

describe("a resized block", () => {
  it("ends at a quarter hour after the start and within the day", () => {
    expect(resizedTo(floor, ITO, 41)).toEqual({ spot: { ...spotOf(ITO), till: 1065 }, refusal: null });
    expect(resizedTo(floor, ITO, -200).spot.till).toBe(1035);
    expect(resizedTo(floor, ITO, 5).spot).toEqual(spotOf(ITO));
    expect(resizedTo(floor, ITO, 160).refusal).toEqual({ why: "hours" });
    const neighbour = at("隣", ["17:00", "17:30"], ["c4"]);
    expect(resizedTo(floor, neighbour, 40).refusal).toMatchObject({ why: "taken" });
  });
});

describe("a tapped cell", () => {
  it("becomes the start of the party, and its own column keeps the minute", () => {
    expect(tappedAt(floor, ITO, { row: 1, lane: 0 })).toEqual({
      spot: { from: 780, till: 810, seatUids: ["c2", "c3"] },
      refusal: null,
    });
    const odd = at("五分", ["17:05", "17:35"], ["c1"]);
    expect(tappedAt(floor, odd, { row: 2, lane: 3 }).spot).toEqual({ from: 1025, till: 1055, seatUids: ["c3"] });
    expect(tappedAt(floor, ITO, { row: 0, lane: 2 }).refusal).toEqual({ why: "closed" });
    expect(tappedAt(floor, ITO, { row: 4, lane: 3 }).spot.seatUids).toEqual(["p1"]);
    const web = { ...ITO, calendar_item_type: "OnlineReservation" as const };
    expect(tappedAt(floor, web, { row: 4, lane: 3 }).refusal).toEqual({ why: "group" });
    expect(tappedAt(floor, web, { row: 1, lane: 0 }).spot).toMatchObject({ from: 1020, seatUids: ["c2", "c3"] });
  });
});

describe("a key", () => {
  it("moves by a seat or a quarter of an hour and skips closed hours", () => {
    const own = spotOf(ITO);
    expect(press(own, "ArrowDown")?.spot.seatUids).toEqual(["c2", "c3"]);
    expect(press(own, "ArrowUp")?.spot).toEqual(own);
    expect(press(own, "ArrowRight")?.spot).toMatchObject({ from: 1035, till: 1065 });
    expect(press(own, "ArrowLeft")?.spot).toMatchObject({ from: 825, till: 855 });
    expect(press({ ...own, from: 825, till: 855 }, "ArrowRight")?.spot).toMatchObject({ from: 1020, till: 1050 });
    expect(press({ ...own, from: 780, till: 810 }, "ArrowLeft")?.spot.from).toBe(780);
    expect(press(own, "x")).toBeNull();
    const last = { ...own, seatUids: ["c3", "c4"] };
    const beyond = press(last, "ArrowDown");
    expect(beyond?.spot.seatUids, "into the next group").toEqual(["p1"]);
    expect(press(beyond?.spot ?? own, "ArrowDown")?.spot.seatUids, "stops at the last seat").toEqual(["p1"]);
    expect(press(beyond?.spot ?? own, "ArrowUp")?.spot.seatUids).toEqual(["c3", "c4"]);
  });

  it("moves the end with Shift, and restores a stay that the end of the day cut off", () => {
    const own = spotOf(ITO);
    expect(press(own, "ArrowRight", true)?.spot).toEqual({ ...own, till: 1065 });
    expect(press({ ...own, till: 1035 }, "ArrowLeft", true)?.spot.till).toBe(1035);
    const cut = press({ ...own, from: 1050, till: 1080 }, "ArrowRight")?.spot;
    expect(cut).toMatchObject({ from: 1065, till: 1080 });
    expect(press(cut ?? own, "ArrowLeft")?.spot).toMatchObject({ from: 1050, till: 1080 });
  });

  it("keeps the time of a diner's booking", () => {
    const web = { ...ITO, calendar_item_type: "OnlineReservation" as const };
    expect(press(spotOf(web), "ArrowRight", false, web)?.spot).toEqual(spotOf(web));
    expect(isSameSpot(spotOf(web), { ...spotOf(web), seatUids: ["c2", "c1"] })).toBe(true);
  });
});
