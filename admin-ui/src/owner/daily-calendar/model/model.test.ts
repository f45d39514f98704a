import { describe, expect, it } from "vitest";
import { minutesOf } from "@/console/ui/times";
import { blocksOf, isTaken, itemsAt, unplaced } from "./blocks";
import { geometryOf, laneAt, ROW_HEIGHT, xOf } from "./geometry";
import { moved } from "./keyboard";
import { COLUMNS, GRID, GROUPS, ROWS, item } from "../testing/sheet";
import type { CalendarItem } from "./blocks";
import { chosenOf, extend, isSelected, toggle } from "./selection";

const at = (clock: string) => xOf(GRID, minutesOf(clock));
const taken = (over: Partial<CalendarItem>) => isTaken(item(over));
const cell = (groupUid: string, columnKey: string, seatUid: string) => ({ groupUid, columnKey, seatUid });

const service = (state: "left" | "no_show" | null) => ({ ...item({}).service, state });
const widths = (items: CalendarItem[]) =>
  [...(blocksOf(items, ROWS, GRID).get(0) ?? [])].map(({ left, width }) => [left, Math.round(width)]);

describe("geometry", () => {
  // F114
  it("columns have 80 px, 40 for quarter hours, dividers 20, rows 60", () => {
    expect(GRID.lanes.map(({ left, width }) => [left, width])).toEqual([
      [0, 80],
      [80, 80],
      [160, 20],
      [180, 80],
      [260, 80],
    ]);
    expect(GRID.width).toBe(340);
    expect(geometryOf(COLUMNS, true).width).toBe(40 * 4 + 20);
    expect(ROW_HEIGHT).toBe(60);
  });

  it("maps a time to its pixel, also within a divider and beyond the edges", () => {
    expect(at("13:00")).toBe(0);
    expect(at("13:15")).toBe(40);
    expect(at("14:00")).toBe(160);
    expect(at("15:30")).toBe(170);
    expect(at("17:00")).toBe(180);
    expect(at("18:00")).toBe(340);
    expect(at("25:30")).toBe(340);
    expect(at("09:00")).toBe(0);
  });

  it("maps a pixel to its column", () => {
    expect([0, 79, 80, 165, 180, 339].map((x) => laneAt(GRID, x))).toEqual([0, 0, 1, 2, 3, 4]);
  });
});

describe("blocks", () => {
  it("join neighbouring seats of one group and separate the others", () => {
    const blocks = blocksOf([item({ inventory_item_uids: ["c1", "c2", "c4", "p1"] })], ROWS, GRID);
    expect([...blocks.keys()]).toEqual([0, 3, 4]);
    expect(blocks.get(0)?.[0]).toMatchObject({ rows: 2, height: 120, left: 0, width: 160, lane: 0, labels: "C1・C2" });
    expect(blocks.get(3)?.[0]).toMatchObject({ rows: 1, height: 60, labels: "C4" });
    const elsewhere = [...blocks.values()].map(([block]) => block?.elsewhere);
    expect(elsewhere, "each names the others").toEqual(["C4・P1", "C1・C2・P1", "C1・C2・C4"]);
    expect(blocksOf([item({ inventory_item_uids: ["c1", "c2"] })], ROWS, GRID).get(0)?.[0]?.elsewhere).toBe("");
  });

  it("of a party that has left end where the next party has the seats", () => {
    // Left after five minutes: without a next party the block is as wide as a column.
    const gone = item({ uid: "gone", service: service("left"), rendered_till: "13:30", seats_until: "13:05" });
    const next = item({ uid: "next", start_time: "12:30", rendered_from: "13:10", rendered_till: "14:00" });
    expect(widths([gone])).toEqual([[0, 80]]);
    expect(Math.round(widths([gone, next])[0]?.[1] ?? 0)).toBe(27);
    expect(widths([gone, { ...next, inventory_item_uids: ["c2"] }]), "other seats").toEqual([[0, 80]]);
    expect(widths([gone, { ...next, status: "void" }])[0], "the next booking is cancelled").toEqual([0, 80]);
    const staying = { ...gone, service: service(null) };
    expect(widths([staying, next])[0], "a party that has not left keeps its width").toEqual([0, 80]);
  });

  it("of a short stay at the end of the day begin where the party before had the seats", () => {
    const times = { start_time: "13:00", rendered_from: "13:00", rendered_till: "13:30", seats_until: "13:20" };
    const gone = item({ uid: "gone", service: service("left"), ...times });
    const last = item({ uid: "last", start_time: "13:20", rendered_from: "13:00", rendered_till: "13:30" });
    expect(widths([last]), "alone as wide as a column").toEqual([[0, 80]]);
    const [before, after] = widths([gone, last]).map((width) => width.map(Math.round));
    expect([before, after]).toEqual([
      [0, 53],
      [53, 27],
    ]);
    expect(widths([{ ...gone, status: "void" }, last])[1], "the booking before is cancelled").toEqual([0, 80]);
  });

  it("list the items of a cell, guests before the slot", () => {
    const slot = item({ uid: "s1", calendar_item_type: "OnlineStockGroup", rendered_till: "18:00" });
    const guests = item({ rendered_from: "13:30", rendered_till: "14:00" });
    const over = itemsAt([slot, guests], "c1", minutesOf("13:30"), minutesOf("14:00"));
    expect(over.map(({ uid }) => uid)).toEqual(["r1", "s1"]);
    expect(itemsAt([slot, guests], "c1", minutesOf("13:00"), minutesOf("13:30"))).toEqual([slot]);
    expect(itemsAt([slot, guests], "c2", minutesOf("13:30"), minutesOf("14:00"))).toEqual([]);
  });

  it("of cancelled, freed or offered items leave the cell free", () => {
    expect(taken({})).toBe(true);
    expect(taken({ calendar_item_type: "Pending", status: "pending" })).toBe(true);
    expect(taken({ status: "void" })).toBe(false);
    expect(taken({ calendar_item_type: "OnlineCancellation" })).toBe(false);
    expect(taken({ calendar_item_type: "GoldAllocatedSlot" })).toBe(false);
  });

  it("without a seat are listed separately", () => {
    const lost = item({ uid: "r2", inventory_item_uids: [] });
    expect(unplaced([item({}), lost], ROWS)).toEqual([lost]);
  });
});

describe("selection", () => {
  const first = cell("g1", "17:00", "c1");

  // F117
  it("accepts only cells of the same group and time", () => {
    const one = toggle(null, first);
    const two = toggle(one, cell("g1", "17:00", "c3"));
    expect(two?.seatUids).toEqual(["c1", "c3"]);
    expect(toggle(two, cell("g1", "17:30", "c2"))).toEqual({ groupUid: "g1", columnKey: "17:30", seatUids: ["c2"] });
    expect(toggle(two, cell("g2", "17:00", "p1"))).toEqual({ groupUid: "g2", columnKey: "17:00", seatUids: ["p1"] });
  });

  it("removes a cell that is clicked again, and is null without cells", () => {
    const two = toggle(toggle(null, first), cell("g1", "17:00", "c2"));
    const one = toggle(two, first);
    expect(one?.seatUids).toEqual(["c2"]);
    expect(isSelected(one, first)).toBe(false);
    expect(toggle(one, cell("g1", "17:00", "c2"))).toBeNull();
  });

  it("extends with Shift within its group and time", () => {
    const two = extend(null, first, cell("g1", "17:00", "c2"));
    expect(two?.seatUids).toEqual(["c1", "c2"]);
    expect(extend(two, cell("g1", "17:00", "c2"), cell("g1", "17:00", "c3"))?.seatUids).toEqual(["c1", "c2", "c3"]);
    expect(extend(two, first, cell("g2", "17:00", "p1"))).toBe(two);
    expect(extend(two, first, cell("g1", "17:30", "c1"))).toBe(two);
  });

  it("is null if the day no longer has its cells", () => {
    const selection = { groupUid: "g1", columnKey: "17:00", seatUids: ["c2", "c1"] };
    expect(chosenOf(selection, GROUPS, COLUMNS)?.items.map(({ label }) => label)).toEqual(["C1", "C2"]);
    expect(chosenOf({ ...selection, columnKey: "17:15" }, GROUPS, COLUMNS)).toBeNull();
    expect(chosenOf({ ...selection, seatUids: ["gone"] }, GROUPS, COLUMNS)).toBeNull();
    expect(chosenOf(null, GROUPS, COLUMNS)).toBeNull();
  });
});

describe("keyboard", () => {
  const size = { rows: ROWS.length, lanes: GRID.lanes };
  const from = (row: number, lane: number, key: string, withControl = false) =>
    moved({ row, lane }, key, withControl, size);

  it("skips dividers and stops at the edges", () => {
    expect(from(0, 1, "ArrowRight")).toEqual({ row: 0, lane: 3 });
    expect(from(0, 3, "ArrowLeft")).toEqual({ row: 0, lane: 1 });
    expect(from(0, 0, "ArrowLeft")).toEqual({ row: 0, lane: 0 });
    expect(from(0, 4, "ArrowRight")).toEqual({ row: 0, lane: 4 });
    expect(from(0, 0, "ArrowUp")).toEqual({ row: 0, lane: 0 });
    expect(from(4, 0, "ArrowDown")).toEqual({ row: 4, lane: 0 });
    expect(from(2, 3, "Home")).toEqual({ row: 2, lane: 0 });
    expect(from(2, 0, "End", true)).toEqual({ row: 4, lane: 4 });
    expect(from(2, 0, "a")).toBeNull();
  });
});
