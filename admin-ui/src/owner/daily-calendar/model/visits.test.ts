import { expect, it } from "vitest";
import { GRID, GROUPS, ROWS, item } from "../testing/sheet";
import { freeSeats, glanceOf, seatLabelsOf, visitsOf } from "./visits";

const OPERATIONS = [
  { name: "lunch", label: "ランチ" },
  { name: "dinner", label: "ディナー" },
] as Parameters<typeof glanceOf>[0]["operations"];

const dinner = item({
  uid: "dinner",
  operation: "dinner",
  starts_at: "2026-12-08T18:00:00+09:00",
  guests_count: 2,
  visit_count: 0,
  is_prepaid: true,
  has_allergy: true,
});
const regular = { ...dinner, uid: "regular", guests_count: 3, visit_count: 4, is_prepaid: false, has_allergy: false };
const early = { ...regular, uid: "early", starts_at: "2026-12-08T12:00:00+09:00", operation: "lunch" as const };
const invited = { ...dinner, uid: "invited", status: "pending" as const, guests_count: 4 };
const holding = { ...invited, uid: "holding", calendar_item_type: "Pending" as const };
const cancelled = { ...dinner, uid: "cancelled", status: "void" as const };
const slot = { ...dinner, uid: "slot", calendar_item_type: "OnlineStockGroup" as const };
const walkIn = { ...early, uid: "walk-in", starts_at: "2026-12-08T12:30:00+09:00", visit_count: 0, is_walk_in: true };
const missing = { ...regular, uid: "missing", service: { ...regular.service, state: "no_show" as const } };
const DAY = [dinner, regular, early, walkIn, invited, holding, cancelled, slot, missing];

it("lists parties by time, without holds, cancelled bookings and slots", () => {
  expect(visitsOf(DAY).map(({ uid }) => uid)).toEqual(["early", "walk-in", "dinner", "regular", "invited", "missing"]);
});

it("counts parties and guests of each meal, first visits, prepaid courses and allergies", () => {
  expect(glanceOf({ items: DAY, operations: OPERATIONS })).toEqual({
    all: { parties: 4, guests: 11 },
    meals: [
      { label: "ランチ", parties: 2, guests: 6 },
      { label: "ディナー", parties: 2, guests: 5 },
    ],
    waiting: { parties: 1, guests: 4 },
    firstVisits: 1,
    prepaid: 1,
    allergies: 1,
    walkIns: 1,
    noShows: 1,
  });
});

it("counts the free seats of a column, including seats that are only offered", () => {
  const [first] = GRID.lanes;
  if (!first) throw new Error("no columns");
  expect(freeSeats([], ROWS, first)).toBe(5);
  expect(freeSeats([dinner], ROWS, first)).toBe(4);
  expect(freeSeats([slot, cancelled], ROWS, first)).toBe(5);
  expect(freeSeats([{ ...dinner, inventory_item_uids: ["c1", "c2", "p1"] }], ROWS, first)).toBe(2);
});

it("lists seat labels in the order of the grid", () => {
  expect(seatLabelsOf(item({ inventory_item_uids: ["p1", "c2"] }), GROUPS)).toBe("C2・P1");
});
