import { describe, expect, it } from "vitest";
import { HOURS, MINUTES, isEffective, problemOf, sorted, withRound } from "./rounds";
import type { Round, RoundForm } from "./rounds";

const TODAY = "2026-12-01";
const form = (change: Partial<RoundForm> = {}): RoundForm => ({
  start: "2026-12-10",
  hour: 10,
  minute: 0,
  end: "2026-12-31",
  ...change,
});
const round = (effective_at: string, online_reservable_till: string): Round => ({
  key: null,
  effective_at,
  online_reservable_till,
});
const EXISTING = [round("2026-12-10 10:00:00", "2026-12-31")];

describe("a round can be added", () => {
  it.each([
    ["with both dates, from today on", [], form({ start: TODAY })],
    ["for a single day", [], form({ end: "2026-12-10" })],
    ["from the last date of the previous round", EXISTING, form({ start: "2026-12-31", end: "2027-01-31" })],
    ["until the first day of the next round", EXISTING, form({ start: "2026-12-02", end: "2026-12-10" })],
  ])("%s", (_, rounds, typed) => {
    expect(problemOf(rounds, typed, TODAY)).toBeNull();
  });
});

describe("a round cannot be added", () => {
  it.each([
    ["empty", [], form({ start: "" })],
    ["empty", [], form({ end: "" })],
    ["past", [], form({ start: "2026-11-30" })],
    ["past", [], form({ start: "2026-11-01", end: "2026-11-30" })],
    ["backwards", [], form({ end: "2026-12-09" })],
    ["same_start", EXISTING, form({ end: "2027-02-01" })],
    ["overlapping", EXISTING, form({ hour: 11 })],
    ["overlapping", EXISTING, form({ start: "2026-12-02", end: "2027-01-31" })],
    ["overlapping", EXISTING, form({ start: "2026-12-15", end: "2026-12-20" })],
    ["overlapping", EXISTING, form({ start: "2026-12-30", end: "2027-01-31" })],
    ["overlapping", EXISTING, form({ start: "2026-12-02", end: "2026-12-11" })],
  ] as const)("%s", (problem, rounds, typed) => {
    expect(problemOf([...rounds], typed, TODAY)).toBe(problem);
  });
});

it("the list stays sorted by start", () => {
  const list = withRound(EXISTING, form({ start: "2026-12-02", minute: 5, end: "2026-12-10" }));
  expect(list.map(({ effective_at }) => effective_at)).toEqual(["2026-12-02 10:05:00", "2026-12-10 10:00:00"]);
  expect(sorted(list.toReversed())).toEqual(list);
});

it("hours run from 0 to 23, minutes in steps of five", () => {
  expect([HOURS[0], HOURS.at(-1), HOURS.length]).toEqual([0, 23, 24]);
  expect([MINUTES[0], MINUTES[1], MINUTES.at(-1)]).toEqual([0, 5, 55]);
});

it("a start in the past is in effect", () => {
  const [standing] = EXISTING;
  expect(standing && isEffective(standing, "2026-12-10 09:59:00")).toBe(false);
  expect(standing && isEffective(standing, "2026-12-10 10:00:00")).toBe(true);
});
