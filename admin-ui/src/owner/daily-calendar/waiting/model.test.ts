import { expect, it } from "vitest";
import {
  changeOf,
  countsKey,
  countsOf,
  deadlinesOf,
  draftOf,
  fieldTimeOf,
  fittingBetween,
  inOrder,
  isSameSeat,
  newMatches,
  requestedDraft,
  untilOf,
  untilTimes,
  waitingTimes,
  withChosen,
} from "./model";
import type { WaitingEntry } from "./model";

it("offers the quarter hours of the day's meals", () => {
  const operations = [
    { name: "lunch", label: "ランチ", from: "11:30", till: "12:10", default_stay_minutes: 60, stays: [] },
    { name: "dinner", label: "ディナー", from: "11:40", till: "12:20", default_stay_minutes: 120, stays: [] },
  ] as Parameters<typeof waitingTimes>[0]["operations"];
  expect(waitingTimes({ operations }, null)).toEqual(["11:30", "11:45", "12:00"]);
  expect(waitingTimes({ operations }, 11 * 60 + 31), "today").toEqual(["11:45", "12:00"]);
  expect(waitingTimes({ operations }, 13 * 60)).toEqual([]);
});

it("begins an entry with the requested size and time, until the end of the meal at that time", () => {
  const operations = [
    { name: "lunch", label: "ランチ", from: "11:30", till: "14:00", default_stay_minutes: 60, stays: [] },
    { name: "dinner", label: "ディナー", from: "17:00", till: "21:00", default_stay_minutes: 120, stays: [] },
  ] as Parameters<typeof waitingTimes>[0]["operations"];
  const draftAt = (time: string, now: number | null = null) =>
    requestedDraft({ operations }, "2026-12-08", now, { guests: 3, time, memo: "窓側" });
  const common = { date: "2026-12-08", guests: "3", memo: "窓側", until: "" };
  expect(draftAt("12:10")).toEqual({ ...common, from: "12:15", till: "13:45" });
  expect(draftAt("19:00")).toEqual({ ...common, from: "19:00", till: "20:45" });
  expect(draftAt("19:00", 19 * 60 + 20), "a time that has passed").toMatchObject({ from: "19:30", till: "20:45" });
  expect(draftAt("23:00"), "a time that is not offered").toMatchObject({ from: "18:00", till: "20:45" });
});

it("offers the quarter hours to come before the latest start as the end of the wait", () => {
  expect(untilTimes(17 * 60 + 45, "18:45")).toEqual(["18:00", "18:15", "18:30"]);
  expect(untilTimes(19 * 60, "18:45")).toEqual([]);
});

it("formats a time past midnight as one of the next date", () => {
  expect(fieldTimeOf("2026-12-08", "19:30")).toBe("2026-12-08T19:30");
  expect(fieldTimeOf("2026-12-31", "25:15")).toBe("2027-01-01T01:15");
});

const SEAT = { start_time: "19:00", end_time: "21:00", inventory_item_uids: ["c1"] };
const NOON = "2026-12-08 12:00";
const entry = (uid: string, state: WaitingEntry["state"], seat: object | null, waits_until = "18:00") =>
  ({
    uid,
    state,
    seat,
    fits_with_earlier: seat !== null,
    waits_until: `2026-12-08T${waits_until}:00+09:00`,
  }) as unknown as WaitingEntry;

it("lists parties with free seats first, and none that has ended its wait", () => {
  const entries = [
    entry("over", "over", null),
    entry("full", "waiting", null, "12:01"),
    entry("seated", "seated", null, "11:00"),
    entry("free", "waiting", SEAT),
    entry("gone", "waiting", SEAT, "12:00"),
    entry("offered", "offered", null, "11:00"),
  ];
  const open = inOrder(entries, NOON);
  expect(open.map(({ uid }) => uid)).toEqual(["free", "offered", "full", "seated"]);
  expect(countsOf(open)).toEqual({ count: 2, fits: 1, others: 0 });
});

it("counts the parties that can be seated together, and those that can be seated instead of them", () => {
  const counts = countsOf([
    entry("first", "waiting", SEAT),
    entry("together with it", "waiting", SEAT),
    { ...entry("instead", "waiting", SEAT), fits_with_earlier: false },
    { ...entry("instead, too", "waiting", SEAT), fits_with_earlier: false },
    entry("elsewhere", "waiting", { ...SEAT, inventory_item_uids: ["c4"] }),
    entry("full", "waiting", null),
    entry("offered", "offered", null),
  ]);
  expect(counts).toEqual({ count: 6, fits: 3, others: 2 });
  expect(countsKey(counts)).toBe("count_or");
  expect(countsKey({ ...counts, others: 0 })).toBe("count_fits");
  expect(countsKey({ ...counts, fits: 0, others: 0 })).toBe("count");
});

it.each([
  ["2026-12-08T19:00:00+09:00", "19:00", null],
  ["2026-12-08T18:30:00+09:00", "19:00", "18:30"],
  ["2026-12-09T01:00:00+09:00", "25:00", null],
  ["2026-12-09T00:30:00+09:00", "25:00", "24:30"],
  ["2026-12-07T20:00:00+09:00", "19:00", "12月7日 20:00"],
])("waits until %s, at the latest for %s: %s", (waits_until, till_time, shown) => {
  expect(untilOf({ waits_until, till_time } as WaitingEntry, "2026-12-08", "ja")).toBe(shown);
});

const minutesAt = (now: string, date: string, start: string) =>
  deadlinesOf(new Date(`${now}:00+09:00`), date, start, "Asia/Tokyo").map(({ minutes, time }) => `${minutes} ${time}`);

it("offers deadlines before the start of the visit, and the start within a day of it", () => {
  expect(minutesAt("2026-12-06T12:00", "2026-12-08", "18:00")).toEqual([
    "15 12:15",
    "30 12:30",
    "60 13:00",
    "180 15:00",
    "1440 12:00",
  ]);
  expect(minutesAt("2026-12-08T17:20", "2026-12-08", "18:00")).toEqual(["15 17:35", "30 17:50", "40 18:00"]);
  expect(minutesAt("2026-12-08T17:57", "2026-12-08", "18:00")).toEqual(["5 18:00"]);
  expect(minutesAt("2026-12-09T00:30", "2026-12-08", "25:00"), "after midnight").toEqual(["15 00:45", "30 01:00"]);
});

it("finds the parties whose seats are used within a freed time", () => {
  const entries = [
    entry("fits", "waiting", SEAT),
    entry("full", "waiting", null),
    entry("offered", "offered", SEAT),
    entry("later", "waiting", { ...SEAT, start_time: "20:00", end_time: "22:00" }),
  ];
  expect(fittingBetween(entries, "18:00", "20:00").map(({ uid }) => uid)).toEqual(["fits"]);
  expect(fittingBetween(entries, "20:30", "21:00").map(({ uid }) => uid)).toEqual(["fits", "later"]);
  expect(fittingBetween(entries, "22:00", "23:00")).toEqual([]);
});

it("finds the parties for which seats became free", () => {
  const before = [
    entry("freed", "waiting", null),
    entry("full", "waiting", null),
    entry("lapsed", "offered", null),
    entry("free", "waiting", SEAT),
  ];
  const now = [
    ...before.map(({ uid }) => entry(uid, "waiting", uid === "full" ? null : SEAT)),
    entry("new", "waiting", SEAT),
  ];
  expect(newMatches(before, now).map(({ key }) => key)).toEqual(["freed 19:00 21:00 c1"]);
  expect(newMatches(now, now)).toEqual([]);
});

it("detects a changed proposal", () => {
  const seat = { start_time: "19:00", end_time: "21:00", inventory_item_uids: ["a", "b"] } as Parameters<
    typeof isSameSeat
  >[0];
  expect(isSameSeat(seat, { ...seat, inventory_item_uids: ["b", "a"], leftover: 1 })).toBe(true);
  expect(isSameSeat(seat, { ...seat, start_time: "19:15" })).toBe(false);
  expect(isSameSeat(seat, { ...seat, inventory_item_uids: ["a", "c"] })).toBe(false);
});

const FIELDS = {
  date: "2026-12-08",
  starts_from: "18:00",
  starts_till: "20:00",
  guests_count: 2,
  waits_until: "2026-12-08T20:00:00+09:00",
  internal_memo: "",
};

it("shows the end of a wait as the form enters it", () => {
  const untilOn = (waits_until: string, isToday: boolean) => draftOf({ ...FIELDS, waits_until }, isToday).until;
  expect(untilOn("2026-12-08T20:00:00+09:00", true), "the latest start").toBe("");
  expect(untilOn("2026-12-08T18:30:00+09:00", true)).toBe("18:30");
  expect(untilOn("2026-12-08T18:30:00+09:00", false)).toBe("2026-12-08T18:30");
  expect(untilOn("2026-12-07T12:00:00+09:00", false)).toBe("2026-12-07T12:00");
  const late = { ...FIELDS, starts_till: "25:00", waits_until: "2026-12-09T01:00:00+09:00" };
  expect(draftOf(late, true).until, "past midnight").toBe("");
});

it("sends the changed fields of an entry with the values that were seen", () => {
  const first = draftOf(FIELDS, true);
  expect(changeOf(first, first, FIELDS)).toBeNull();
  const draft = { ...first, guests: "3", until: "18:30" };
  expect(changeOf(first, draft, { ...FIELDS, guests_count: 4 })).toEqual({
    guests_count: 3,
    waits_until: "18:30",
    expected: { guests_count: 4, waits_until: FIELDS.waits_until },
  });
});

it("keeps a chosen time that is not offered any more", () => {
  expect(withChosen(["18:30", "18:45"], "18:00")).toEqual(["18:00", "18:30", "18:45"]);
  expect(withChosen(["18:30"], "18:30")).toEqual(["18:30"]);
  expect(withChosen(["18:30"], "")).toEqual(["18:30"]);
});
