import { expect, it } from "vitest";
import type { Schemas } from "@/owner/api";
import type { Translate } from "@/owner/i18n/use-t";
import { uidOf } from "../../offline";
import type { Note } from "../../offline";
import type { CalendarItem } from "../model/blocks";
import { GROUPS, item } from "../testing/sheet";
import { stepped, withDrafts, withNotes } from "./overlay";

type Day = Schemas["OwnerDailyCalendarPage"];
const t = ((key: string) => key) as unknown as Translate;
const NOTHING = { state: null, arrived_at: null, seated_at: null, bill_at: null, left_at: null };
const DAY = {
  date: "2026-12-08",
  items: [item({ uid: "r1" }), item({ uid: "r2", inventory_item_uids: ["c2"] })],
  inventory_groups: GROUPS,
  columns: [{ key: "21:30", from: "21:30", till: "22:00" }],
  operations: [{ name: "dinner", from: "17:00", till: "22:00", default_stay_minutes: 120 }],
} as unknown as Day;
const COMMON = { who: "o", slug: "k", date: "2026-12-08", seats: "C1", problem: null } as const;
const step = (id: number, of: string, state: "seated" | "bill", happenedAt: string): Note => ({
  ...COMMON,
  id,
  key: `k${id}`,
  kind: "step",
  of,
  state,
  from: null,
  starts: "18:00",
  happenedAt,
});
const PARTY: Note = {
  ...COMMON,
  id: 9,
  key: "k9",
  kind: "walk_in",
  guests: 1,
  groupUid: "g1",
  itemUids: ["c3"],
  happenedAt: "2026-12-08T09:03:20Z",
};

it("computes the steps as the server does", () => {
  const seated = stepped(NOTHING, "seated", "18:05");
  expect(seated).toEqual({ ...NOTHING, state: "seated", seated_at: "18:05" });
  const left = stepped(stepped(seated, "bill", "19:40"), "left", "19:55");
  expect(left).toEqual({ ...NOTHING, state: "left", seated_at: "18:05", bill_at: "19:40", left_at: "19:55" });
  expect(stepped(left, "seated", "20:00")).toEqual(seated);
  expect(stepped(left, null, "20:00")).toEqual(NOTHING);
  expect(stepped(seated, "no_show", "20:00")).toEqual({ ...seated, state: "no_show" });
  expect(stepped(seated, "arrived", "20:00")).toEqual({ ...NOTHING, state: "arrived", arrived_at: "20:00" });
});

it("shows a note immediately and keeps all other objects", () => {
  const notes = [step(1, "r1", "seated", "2026-12-08T09:05:00Z"), step(2, "r1", "bill", "2026-12-08T10:40:00Z")];
  const [one, other] = withNotes(DAY, notes, "Asia/Tokyo", t).items;
  expect(one).toMatchObject({ is_unsent: true, service: { state: "bill", seated_at: "18:05", bill_at: "19:40" } });
  expect(other).toBe(DAY.items[1]);
  expect(withNotes(DAY, [], "Asia/Tokyo", t)).toBe(DAY);
});

it("seats a walk-in for the usual stay from a multiple of five minutes, and applies its later steps", () => {
  const notes = [PARTY, step(10, uidOf(PARTY), "bill", "2026-12-08T10:00:00Z")];
  const party = withNotes(DAY, notes, "Asia/Tokyo", t).items.at(-1);
  expect(party).toMatchObject({
    uid: uidOf(PARTY),
    operation: "dinner",
    start_time: "18:00",
    end_time: "20:00",
    inventory_item_uids: ["c3"],
    service: { state: "bill", seated_at: "18:03", bill_at: "19:00" },
  });
});

it("seats a larger walk-in for the usual stay of its size", () => {
  const stays = [{ from_guests: 3, stay_minutes: 150 }];
  const day = { ...DAY, operations: DAY.operations.map((meal) => ({ ...meal, stays })) };
  const endOf = (guests: number) => withNotes(day, [{ ...PARTY, guests }], "Asia/Tokyo", t).items.at(-1)?.end_time;
  expect([endOf(2), endOf(3)]).toEqual(["20:00", "20:30"]);
});

it("ends a walk-in's stay at the next party", () => {
  const next = item({ uid: "r3", inventory_item_uids: ["c3"], start_time: "19:30", end_time: "21:00" });
  const day = { ...DAY, items: [...DAY.items, next] };
  expect(withNotes(day, [PARTY], "Asia/Tokyo", t).items.at(-1)).toMatchObject({
    start_time: "18:00",
    end_time: "19:30",
  });
});

it("ignores notes of other days and conflicts", () => {
  const refused: Note = { ...PARTY, problem: { code: "seat_taken", message: "", fields: [] } };
  const elsewhere: Note = { ...PARTY, date: "2026-12-09" };
  expect(withNotes(DAY, [refused, elsewhere], "Asia/Tokyo", t)).toBe(DAY);
});

it("marks items with unsaved input and keeps the others", () => {
  expect(withDrafts(DAY, new Set(["day:2026-12-08", "reservation:r9"]))).toBe(DAY);
  const drafted = withDrafts(DAY, new Set(["reservation:r2"]));
  expect(drafted.items.map(({ uid, has_draft }: CalendarItem) => [uid, has_draft])).toEqual([
    ["r1", undefined],
    ["r2", true],
  ]);
  expect(drafted.items[0], "an item without a draft stays the same object").toBe(DAY.items[0]);
});
