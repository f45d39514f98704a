import { expect, it } from "vitest";
import { item } from "../testing/sheet";
import { currentOf, filtered } from "./filter";

const service = (state: "arrived" | "seated" | "left" | "no_show" | null) => ({
  state,
  arrived_at: null,
  seated_at: null,
  bill_at: null,
  left_at: null,
});
const party = (uid: string, times: [string, string], state: Parameters<typeof service>[0], has_allergy = false) =>
  item({ uid, start_time: times[0], end_time: times[1], service: service(state), has_allergy });

const visits = [
  party("gone", ["17:00", "19:00"], "left"),
  party("seated", ["18:00", "20:00"], "seated", true),
  party("expected", ["19:30", "21:30"], null),
];
const uids = (items: { uid: string }[]) => items.map(({ uid }) => uid);

it("filters by the state of the visit and by allergies", () => {
  expect(uids(filtered(visits, "all"))).toEqual(["gone", "seated", "expected"]);
  expect(uids(filtered(visits, "expected"))).toEqual(["expected"]);
  expect(uids(filtered(visits, "present"))).toEqual(["seated"]);
  expect(uids(filtered(visits, "allergies"))).toEqual(["seated"]);
});

it("finds the party of the current time, and none on another day", () => {
  expect(currentOf(visits, 18 * 60)?.uid).toBe("seated");
  expect(currentOf(visits, 20 * 60)?.uid).toBe("expected");
  expect(currentOf(visits, 22 * 60)).toBeUndefined();
  expect(currentOf(visits, null)).toBeUndefined();
});
