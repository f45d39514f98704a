import { afterEach, expect, it } from "vitest";
import type { Schemas } from "@/owner/api";
import type { Translate } from "@/owner/i18n/use-t";
import type { Note } from "../../offline";
import type { ServiceState } from "../service/steps";
import { GROUPS, item } from "../testing/sheet";
import { currentState } from "./labels";

const t = ((key: string) => key) as unknown as Translate;
/** 18:55 in Tokyo. */
const NOW = { now: new Date("2026-12-08T09:55:00Z"), timeZone: "Asia/Tokyo" };
const PARTY: Note = {
  id: 1,
  key: "k1",
  who: "o",
  slug: "k",
  date: "2026-12-08",
  seats: "C1",
  problem: null,
  kind: "walk_in",
  guests: 2,
  groupUid: "g1",
  itemUids: ["c1", "c2"],
  happenedAt: "2026-12-08T09:33:00Z",
};
const there = (title: string, [from, till]: [string, string], state: ServiceState | null, over: object = {}) =>
  item({
    uid: title,
    title,
    start_time: from,
    end_time: till,
    rendered_from: from,
    rendered_till: till,
    service: { state, arrived_at: null, seated_at: null, bill_at: null, left_at: null },
    ...over,
  });
const stateOf = (...items: ReturnType<typeof item>[]) =>
  currentState(
    PARTY,
    { date: PARTY.date, items, inventory_groups: GROUPS } as unknown as Schemas["OwnerDailyCalendarPage"],
    NOW,
    t,
  );

afterEach(() => {
  document.documentElement.lang = "ja";
});

it("names the parties on a walk-in's seats since it came, without parties that left or come much later", () => {
  const left = there("先客", ["17:00", "19:00"], "left", { seats_until: "18:20" });
  const later = there("後客", ["20:30", "22:00"], null);
  const elsewhere = there("隣", ["18:00", "20:00"], "seated", { inventory_item_uids: ["c3"] });
  const sits = there("山田", ["18:30", "20:00"], "seated", { inventory_item_uids: ["c1", "c2"] });
  expect(stateOf(left, later, elsewhere)).toBe("offline.free");
  expect(stateOf(left, sits, later, elsewhere)).toBe("C1・C2 山田 18:30–20:00");
});

it("names a party that has left meanwhile if the seats are free now", () => {
  const gone = there("通過", ["18:40", "20:00"], "left", { seats_until: "18:50" });
  expect(stateOf(gone)).toBe("C1 通過 18:40–20:00");
});

it("names a party that stays past its end", () => {
  for (const state of ["arrived", "seated"] as const)
    expect(stateOf(there("山田", ["16:30", "18:00"], state))).toBe("C1 山田 16:30–18:00");
});

it("joins names as the language does", () => {
  const two = [there("A", ["18:30", "20:00"], "seated"), there("B", ["18:45", "20:00"], "seated")];
  expect(stateOf(...two)).toBe("C1 A 18:30–20:00、C1 B 18:45–20:00");
  document.documentElement.lang = "en";
  expect(stateOf(...two)).toBe("C1 A 18:30–20:00; C1 B 18:45–20:00");
});
