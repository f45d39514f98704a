import { describe, expect, it } from "vitest";
import type { Choices, Detail } from "./form";
import {
  canSend,
  createBody,
  formOf,
  lacksTime,
  maxGuests,
  newForm,
  toggled,
  unlocked,
  updateBody,
  withAccess,
  withEdits,
} from "./form";

const choices: Choices = {
  date: "2026-12-01",
  operation: "dinner",
  operation_label: "ディナー",
  default_stay_minutes: 120,
  time_from: "17:00",
  time_till: "22:00",
  inventory_group: { uid: "g", title: "カウンター", capacity_per_stock: 2 },
  inventory_items: ["a", "b", "c"].map((uid, id) => ({ id, uid, label: uid.toUpperCase() })),
  courses: [{ id: 7, uid: "c7", title: "おまかせ", price: 24000 }],
  customer_groups: [],
  can_make_gold: false,
  gold_rounds: [],
};

const detail: Detail = {
  id: 1,
  uid: "s",
  date: "2026-12-01",
  operation: "dinner",
  operation_label: "ディナー",
  inventory_group: choices.inventory_group,
  max_guests_count: 4,
  time_from: "17:00",
  time_till: "22:00",
  selected_guests_counts: [{ guests_count: 2 }],
  always_allow_last_solo: true,
  selected_courses: [{ course_id: 7 }],
  selected_times: [{ start_time: "18:00", end_time: "20:00" }],
  online_stocks: [
    {
      id: 10,
      access_control: "whitelist",
      customer_group_ids: [3],
      online_reservable_id: 5,
      is_freed: false,
      inventory_item: { id: 0, uid: "a", label: "A" },
    },
    {
      id: 11,
      access_control: "blacklist",
      customer_group_ids: [],
      online_reservable_id: null,
      is_freed: false,
      inventory_item: { id: 1, uid: "b", label: "B" },
    },
    {
      id: 12,
      access_control: "whitelist",
      customer_group_ids: [],
      online_reservable_id: null,
      is_freed: true,
      inventory_item: { id: 2, uid: "c", label: "C" },
    },
  ],
  show_end_time_on_title: false,
  custom_title_ja: null,
  custom_title_en: "Window",
  courses: choices.courses,
  customer_groups: [],
  guests_count_selector_states: [],
  is_gold: false,
  gold_allocation: null,
};

const place = { date: "2026-12-01", groupUid: "g", itemUids: ["a", "b"] };
const begun = () => newForm(choices, place.itemUids, "18:00");

describe("a new slot", () => {
  it("starts with the chosen seats, the usual stay and the only course", () => {
    const form = begun();
    expect(form.seats.map(({ key }) => key)).toEqual(["a", "b"]);
    expect(form.times).toEqual([{ start: "18:00", end: "20:00" }]);
    expect(form.courses).toEqual([7]);
    expect(maxGuests(choices, place.itemUids)).toBe(4);
    const two = { ...choices, courses: [...choices.courses, { id: 8, uid: "c8", title: "特上", price: 1 }] };
    expect(newForm(two, place.itemUids, "18:00").courses).toEqual([]);
  });

  it("needs party sizes, times, courses, and for gold members a round", () => {
    expect(canSend(begun())).toBe(false);
    const complete = { ...begun(), guests: [2] };
    expect(canSend(complete)).toBe(true);
    expect(canSend({ ...complete, courses: [] })).toBe(false);
    expect(canSend({ ...complete, times: [] })).toBe(false);
    expect(canSend({ ...complete, gold: { ...complete.gold, on: true } })).toBe(false);
    expect(lacksTime({ ...complete, times: [{ start: "18:00", end: "" }] })).toBe(true);
  });

  it("sends only seats with a group, and gold fields only for a gold slot", () => {
    const [first, second] = begun().seats;
    if (!first || !second) throw new Error("two seats");
    const form = { ...begun(), guests: [1, 2], seats: [first, { ...second, groups: [3] }] };
    const sent = createBody(form, place).online_stock_group;
    expect(sent.online_stocks).toEqual([
      { inventory_item_uid: "b", access_control: "whitelist", customer_group_ids: [3] },
    ]);
    expect(sent).not.toHaveProperty("gold_round");
    const gold = { on: true, round: "december", listedFrom: "", secondFrom: "2026-12-02T10:00" };
    expect(createBody({ ...form, gold }, place).online_stock_group).toMatchObject({
      gold_round: "december",
      gold_allocations: [{ listed_from: null, available_as_second_from: "2026-12-02T10:00" }],
    });
  });
});

describe("an existing slot", () => {
  it("locks reserved and freed seats", () => {
    expect(formOf(detail).seats.map(({ locked }) => locked)).toEqual(["reserved", null, "freed"]);
  });

  it("sends the changed fields with the values that the user knows", () => {
    const before = formOf(detail);
    const after = { ...before, guests: toggled(before.guests, 1), titleJa: "窓側" };
    expect(updateBody(after, { guests: before.guests, titleJa: before.titleJa })).toEqual({
      online_stock_group: { guests_counts: [1, 2], custom_title_ja: "窓側" },
      expected: { guests_counts: [2], custom_title_ja: "" },
    });
    const solo = { ...before, lastSolo: false, seats: [] };
    expect(updateBody(solo, { lastSolo: true, seats: before.seats })).toEqual({
      online_stock_group: { always_allow_last_solo: false, online_stocks: [] },
      expected: {
        always_allow_last_solo: true,
        online_stocks: [{ online_stock_id: 10, access_control: "whitelist", customer_group_ids: [3] }],
      },
    });
  });

  it("keeps the edited access of the seats that it still has, and their latest locks", () => {
    const { seats } = formOf(detail);
    const edited = unlocked(seats).map((seat) => ({ ...seat, groups: [4] }));
    const left = seats.slice(1).map((seat) => ({ ...seat, locked: "reserved" as const }));
    expect(withEdits(left, edited).map(({ key, groups, locked }) => [key, groups, locked])).toEqual([
      ["11", [4], "reserved"],
      ["12", [4], "reserved"],
    ]);
  });
});

it("clears the groups when a seat changes to the blacklist", () => {
  const seat = { key: "a", label: "A", access: "whitelist", groups: [3], locked: null } as const;
  expect(withAccess({ ...seat, groups: [3] }, "blacklist").groups).toEqual([]);
  expect(withAccess({ ...seat, groups: [3] }, "whitelist").groups).toEqual([3]);
});
