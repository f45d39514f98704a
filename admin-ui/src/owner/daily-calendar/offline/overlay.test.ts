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

it("seats a walk-in after midnight on the day that is not over yet", () => {
  const columns = [{ key: "25:30", from: "25:30", till: "26:00" }];
  const operations = DAY.operations.map((meal) => ({ ...meal, till: "26:00" }));
  const late: Note = { ...PARTY, happenedAt: "2026-12-08T15:33:00Z" };
  const day = { ...DAY, columns, operations } as unknown as Day;
  const bill = step(10, uidOf(late), "bill", "2026-12-08T16:10:00Z");
  expect(withNotes(day, [late, bill], "Asia/Tokyo", t).items.at(-1)).toMatchObject({
    start_time: "24:30",
    end_time: "26:00",
    service: { arrived_at: "24:33", seated_at: "24:33", bill_at: "25:10" },
  });
});

it("ends a walk-in's stay at the next party", () => {
  const next = item({ uid: "r3", inventory_item_uids: ["c3"], start_time: "19:30", end_time: "21:00" });
  const day = { ...DAY, items: [...DAY.items, next] };
  expect(withNotes(day, [PARTY], "Asia/Tokyo", t).items.at(-1)).toMatchObject({
    start_time: "18:00",
    end_time: "19:30",
  });
});

it("ignores notes of other days", () => {
  const elsewhere: Note = { ...PARTY, date: "2026-12-09" };
  expect(withNotes(DAY, [elsewhere], "Asia/Tokyo", t)).toBe(DAY);
});

const REFUSED: Note = { ...PARTY, itemUids: ["c3", "c4"], problem: { code: "seat_taken", message: "", fields: [] } };
const SEATED = { ...NOTHING, state: "seated", seated_at: "18:10" } as const;

it("keeps a rejected walk-in on its seats that no other party has", () => {
  const rival = item({ uid: "r4", inventory_item_uids: ["c4"], start_time: "18:10", end_time: "20:00" });
  const taken = { ...rival, rendered_from: "18:10", rendered_till: "20:00", seats_until: "20:00", service: SEATED };
  const party = (over: Partial<CalendarItem>, ...notes: Note[]) =>
    withNotes({ ...DAY, items: [{ ...taken, ...over }] }, [REFUSED, ...notes], "Asia/Tokyo", t).items[1];
  const shown = { uid: uidOf(REFUSED), is_unsent: true, is_conflict: true, start_time: "18:00", end_time: "20:00" };
  expect(party({})).toMatchObject({ ...shown, inventory_item_uids: ["c3"] });
  const bill = step(10, uidOf(REFUSED), "bill", "2026-12-08T10:00:00Z");
  expect(party({}, bill), "with its later steps").toMatchObject({ is_conflict: true, service: { state: "bill" } });
  const both = { inventory_item_uids: ["c3", "c4"] };
  expect(party(both), "without seats").toMatchObject({ ...shown, inventory_item_uids: [] });
  const stays = { ...both, start_time: "16:00", end_time: "17:30", rendered_from: "16:00", seats_until: "17:30" };
  expect(party(stays)?.inventory_item_uids, "the other party stays after its end").toEqual([]);
  const waits = { ...stays, service: { ...SEATED, state: "arrived" as const } };
  expect(party(waits)?.inventory_item_uids, "or was never seated").toEqual([]);
  const left = { ...both, service: { ...SEATED, state: "left" as const } };
  expect(party(left)?.inventory_item_uids).toEqual(["c3", "c4"]);
});

it("marks a party whose step was rejected, without the step", () => {
  const moved = { code: "service_state_moved", message: "", fields: [] };
  const refused: Note = { ...step(1, "r1", "seated", "2026-12-08T09:05:00Z"), problem: moved };
  const [one] = withNotes(DAY, [refused], "Asia/Tokyo", t).items;
  expect(one).toMatchObject({ is_conflict: true, service: NOTHING });
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
