import { expect, it } from "vitest";
import { ApiError, NetworkError } from "@/owner/api";
import { choicesOf, delayOf, heldOf, nextOf, outcomeOf, uidOf } from "./model";
import type { Note, Problem, StepNote, WalkInNote } from "./model";

const COMMON = {
  who: "o@seki.test",
  slug: "kagura",
  date: "2026-12-08",
  happenedAt: "2026-12-08T09:03:00Z",
  seats: "C1",
};
const PROBLEM: Problem = { code: "seat_taken", message: "満席", fields: [] };

const step = (id: number, over: Partial<StepNote> = {}): StepNote => ({
  ...COMMON,
  id,
  key: `key-${id}`,
  kind: "step",
  of: "r1",
  state: "seated",
  from: "arrived",
  starts: "18:00",
  problem: null,
  ...over,
});
const walkIn = (id: number, over: Partial<WalkInNote> = {}): WalkInNote => ({
  ...COMMON,
  id,
  key: `key-${id}`,
  kind: "walk_in",
  guests: 1,
  groupUid: "g1",
  itemUids: ["c1"],
  problem: null,
  ...over,
});

it("sends notes in their order", () => {
  const notes: Note[] = [step(1), walkIn(2)];
  expect(nextOf(notes)?.id).toBe(1);
  expect(nextOf(notes.slice(1))?.id).toBe(2);
  expect(nextOf([])).toBeNull();
});

it("a conflict holds back only the notes of its party", () => {
  const seated = walkIn(1, { problem: PROBLEM });
  const notes = [seated, step(2, { of: uidOf(seated), state: "bill" }), step(3)];
  expect([...heldOf(notes)]).toEqual([2]);
  expect(nextOf(notes)?.id).toBe(3);
  expect(nextOf(notes.slice(0, 2))).toBeNull();
});

it("a conflict does not hold back earlier notes", () => {
  const notes = [step(1), step(2, { problem: PROBLEM })];
  expect(heldOf(notes).size).toBe(0);
  expect(nextOf(notes)?.id).toBe(1);
});

const refusal = (status: number, code: string, fields: Record<string, string> = {}) =>
  new ApiError({ status, code, message: "…", fields });

it.each([
  ["no line", new NetworkError(), "later"],
  ["a call that was given up", new DOMException("", "TimeoutError"), "later"],
  ["a server that fails", refusal(500, "internal"), "later"],
  ["a server that is away", refusal(503, "unavailable"), "later"],
  ["too many calls", refusal(429, "too_many"), "later"],
  ["a token of before", refusal(422, "csrf"), "later"],
  ["the end of the session", refusal(401, "sign_in_required"), "signed_out"],
  ["a right that is gone", refusal(403, "forbidden"), "clash"],
  ["seats that are gone", refusal(400, "seat_taken"), "clash"],
  ["a colleague who was quicker", refusal(409, "service_state_moved"), "clash"],
])("classifies %s", (_, error, is) => {
  expect(outcomeOf(error).is).toBe(is);
});

const choices = (note: Note, code: string, fields: string[] = []) =>
  choicesOf({ ...note, problem: { code, message: "…", fields } });

it("offers the choices that the server accepts, and always to drop the note", () => {
  expect(choicesOf(step(1))).toEqual([]);
  expect(choices(step(1), "service_state_moved")).toEqual(["anyway", "drop"]);
  expect(choices(step(1), "reservation_ended")).toEqual(["drop"]);
  expect(choices(step(1), "not_found")).toEqual(["drop"]);
  expect(choices(step(1), "invalid_input", ["at"])).toEqual(["as_of_now", "drop"]);
  expect(choices(walkIn(1), "invalid_input", ["happened_at"])).toEqual(["as_of_now", "drop"]);
  expect(choices(walkIn(1), "seat_held")).toEqual(["other_seats", "drop"]);
  expect(choices(walkIn(1), "forbidden")).toEqual(["again", "drop"]);
});

it("waits longer after each failure, at most 30 seconds", () => {
  expect([1, 2, 3, 4, 5, 6, 60].map(delayOf)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000]);
});
