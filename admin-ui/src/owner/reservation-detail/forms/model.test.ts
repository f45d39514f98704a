import { expect, test } from "vitest";
import type { Translate } from "@/owner/i18n/use-t";
import {
  backBody,
  canSeat,
  canUpdate,
  courseChoices,
  endChoices,
  seatGroupOf,
  groupsOf,
  guestChoices,
  inPersonBody,
  inPersonDraft,
  isRelocated,
  seatLimits,
  seatsNeeded,
  withSeat,
  withStart,
} from "./model";
import type { Detail, SeatGroup } from "./model";

/** Returns a text's key, with its values for the label of a course. */
const key = ((name: string, values?: { title?: string; meal?: string }) =>
  values?.title === undefined ? name : `${values.title} (${values.meal})`) as Translate;

const reservation = {
  uid: "r",
  version: 3,
  nickname: "伊藤",
  customer_type: "OfflineCustomer",
  customer_id: 1,
  customer_profile_id: 2,
  restaurant_id: 3,
  guests_count: 3,
  date: "2026-12-08",
  starts_at: "2026-12-08T18:00:00+09:00",
  ends_at: "2026-12-08T20:00:00+09:00",
  start_time: "18:00",
  end_time: "20:00",
  operation: "dinner",
  course_uid: "matsu",
  course_name: "松",
  course_choices: [
    { uid: "matsu", title: "松", price: 9_000, operation: "dinner" },
    { uid: "take", title: "竹", price: 7_000, operation: "dinner" },
  ],
  inventory_items: [{ id: 1, uid: "a", label: "T1" }],
  display_phone_number: "",
  internal_memo: "",
  customer_internal_memo: "",
  inventory_group: { uid: "table", title: "テーブル", daily_cap: 4, capacity_per_stock: 2 },
} as Detail;

const seat = (uid: string, inventory_group_uid: string, capacity_per_stock: number) => {
  const group = { inventory_group_uid, inventory_group_title: inventory_group_uid, capacity_per_stock };
  return { uid, label: uid, is_free: true, ...group };
};
const GROUPS = groupsOf([seat("a", "table", 2), seat("b", "table", 2), seat("p", "room", 6)]);
const [TABLE, ROOM] = GROUPS as [SeatGroup, SeatGroup];
const LIMITS = seatLimits(TABLE, reservation.guests_count, false);

test("a party gets the number of seats that it needs", () => {
  expect([1, 2, 3, 4].map((guests) => seatsNeeded(TABLE, guests))).toEqual([1, 1, 2, 2]);
  expect(withSeat(["a"], "b", 2)).toEqual(["a", "b"]);
  expect(withSeat(["a", "b"], "a", 2)).toEqual(["b"]);
  expect(withSeat(["a"], "b", 1), "the only seat is replaced").toEqual(["b"]);
});

test("tables are joined up to one for each guest", () => {
  expect(seatLimits(TABLE, 2, false)).toEqual({ needed: 1, most: 1 });
  expect(seatLimits(TABLE, 2, true)).toEqual({ needed: 1, most: 2 });
  expect(seatLimits(TABLE, 4, true), "all tables of the group").toEqual({ needed: 2, most: 2 });
  expect(seatLimits(ROOM, 1, true)).toEqual({ needed: 1, most: 1 });
  const joined = { ...inPersonDraft({ ...reservation, guests_count: 2 }), seats: ["a", "b"] };
  expect(canUpdate(reservation, joined, seatLimits(TABLE, 2, true))).toBe(true);
  expect(canUpdate(reservation, joined, seatLimits(TABLE, 2, false))).toBe(false);
});

test("all seats are sent, and only if staff chose them", () => {
  const draft = inPersonDraft(reservation);
  expect(inPersonBody(reservation, draft).offline_reservation.inventory_item_uids).toBeNull();
  expect(canUpdate(reservation, draft, LIMITS)).toBe(true);
  expect(canUpdate(reservation, { ...draft, seats: ["a"] }, LIMITS)).toBe(false);
  const chosen = { ...draft, seats: ["a", "b"] };
  expect(canUpdate(reservation, chosen, LIMITS)).toBe(true);
  expect(canUpdate(reservation, { ...chosen, nickname: " " }, LIMITS)).toBe(false);
  expect(inPersonBody(reservation, chosen).offline_reservation.inventory_item_uids).toEqual(["a", "b"]);
});

test("a party moves to the seats of another group", () => {
  const draft = { ...inPersonDraft(reservation), groupUid: "room", seats: [] as string[] };
  const limits = seatLimits(ROOM, draft.guests, false);
  expect(GROUPS.map(({ uid, size, capacity }) => [uid, size, capacity])).toEqual([
    ["table", 2, 2],
    ["room", 1, 6],
  ]);
  expect(seatGroupOf(GROUPS, reservation, draft)).toBe(ROOM);
  expect(guestChoices(ROOM)).toHaveLength(6);
  expect([3, 6, 7].map((guests) => canSeat(ROOM, guests))).toEqual([true, true, false]);
  expect(isRelocated(reservation, draft)).toBe(true);
  expect(canUpdate(reservation, draft, limits), "without a seat").toBe(false);
  expect(canUpdate(reservation, { ...draft, seats: null }, limits), "the server chooses in its own group only").toBe(
    false,
  );
  const chosen = { ...draft, seats: ["p"] };
  expect(canUpdate(reservation, chosen, limits)).toBe(true);
  expect(inPersonBody(reservation, chosen).offline_reservation.inventory_item_uids).toEqual(["p"]);
  expect(seatGroupOf(GROUPS, reservation, { ...chosen, groupUid: "table" }), "the group of the chosen seats").toBe(
    ROOM,
  );
  expect(seatGroupOf([], reservation, draft), "before the seats are known").toMatchObject({
    uid: "table",
    size: 4,
    capacity: 2,
  });
});

test("a changed start moves the end, at most to the day's last time", () => {
  const day = { ...reservation, operation_times: ["17:00", "22:30"] };
  const draft = inPersonDraft(day);
  expect(withStart(day, draft, "18:30")).toEqual({ startTime: "18:30", endTime: "20:30" });
  expect(withStart(day, draft, "17:30")).toEqual({ startTime: "17:30", endTime: "19:30" });
  expect(withStart(day, draft, "21:30")).toEqual({ startTime: "21:30", endTime: "22:30" });
  expect(withStart(day, { ...draft, endTime: "17:00" }, "19:00").endTime, "an end before its start").toBe("19:05");
});

test("a memo moves nothing, and a move sends the expected version", () => {
  const draft = { ...inPersonDraft(reservation), memo: "窓側" };
  const sent = (part: Partial<typeof draft>) => inPersonBody(reservation, { ...draft, ...part }).offline_reservation;
  expect(isRelocated(reservation, draft)).toBe(false);
  expect(sent({})).toMatchObject({ date: null, course_uid: null, starts_at: null, ends_at: null });
  expect(sent({})).not.toHaveProperty("expected_version");
  const seen = { expected_version: 3 };
  expect(sent({ date: "2026-12-09" })).toMatchObject({ date: "2026-12-09", starts_at: null, ...seen });
  expect(sent({ courseUid: "take" })).toMatchObject({ course_uid: "take", ...seen });
  expect(sent({ startTime: "19:00", endTime: "21:00" })).toMatchObject({ starts_at: "19:00", ends_at: "21:00" });
  expect(sent({ guests: 2 })).toMatchObject(seen);
  expect(canUpdate(reservation, { ...draft, date: "" }, LIMITS)).toBe(false);
});

test("a confirmed day is sent with the move", () => {
  const draft = { ...inPersonDraft(reservation), date: "2026-11-10" };
  expect(inPersonBody(reservation, draft).offline_reservation).not.toHaveProperty("is_day_confirmed");
  expect(inPersonBody(reservation, draft, true).offline_reservation).toMatchObject({ is_day_confirmed: true });
});

test("undo restores the whole place from the current one", () => {
  const now = {
    ...reservation,
    version: 4,
    date: "2026-12-09",
    starts_at: "2026-12-09T18:00:00+09:00",
    course_uid: "take",
  };
  expect(backBody(reservation, now).offline_reservation).toMatchObject({
    starts_at: "2026-12-08T18:00:00+09:00",
    ends_at: "2026-12-08T20:00:00+09:00",
    course_uid: "matsu",
    inventory_item_uids: ["a"],
    expected_version: 4,
  });
  expect(backBody(reservation, reservation).offline_reservation.course_uid).toBeNull();
});

test("a course that is no longer sold remains a choice for its party", () => {
  const same = courseChoices({ ...reservation, course_uid: "take" }, key);
  expect(same.map(({ uid }) => uid)).toEqual(["matsu", "take"]);
  const choices = courseChoices({ ...reservation, course_uid: "ume", course_name: "梅" }, key);
  expect(choices.map(({ title }) => title)).toEqual(["梅", "松", "竹"]);
});

test("a course of another meal names it", () => {
  const lunch = { uid: "seat", title: "お席のみ", price: 0, operation: "lunch" as const };
  const course_choices = [...reservation.course_choices, lunch];
  const choices = courseChoices({ ...reservation, course_choices }, key);
  expect(choices.map(({ title }) => title)).toEqual(["松", "竹", "お席のみ (reservation_pane.meal.lunch)"]);
});

test("a stay ends after its start", () => {
  const day = { ...reservation, operation_times: ["17:00", "18:00", "18:05", "20:00", "22:00"] };
  expect(endChoices(day, inPersonDraft(day))).toEqual(["18:05", "20:00", "22:00"]);
});

test("only changed fields are sent, which keeps changes of other users", () => {
  const own = inPersonDraft(reservation);
  const sent = inPersonBody(reservation, { ...own, memo: "窓側" }).offline_reservation;
  expect(sent).toMatchObject({ internal_memo: "窓側", new_guests_count: null, starts_at: null });
  expect(sent.customer_attributes.profile_attributes).toMatchObject({ internal_memo: null, nickname: null });
  expect(sent, "with the expected value of the changed field").toMatchObject({
    expected_internal_memo: reservation.internal_memo,
  });
});
