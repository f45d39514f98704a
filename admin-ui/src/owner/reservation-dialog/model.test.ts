import { describe, expect, it } from "vitest";
import type { ChosenCustomer } from "../bookings/chosen-customer";
import type { Calendar, Selection } from "./model";
import {
  canBeInvited,
  createBody,
  customerBody,
  endChoices,
  endOf,
  freshDraft,
  guestOptions,
  isWhole,
  missingOf,
  newCustomerFrom,
  offersDeadline,
  exceedsPacing,
  reseated,
  searchOf,
  startChoices,
  visitAt,
  visitsOn,
  visitOf,
  wallClock,
  withGuests,
  withOperation,
  withStart,
  withTab,
} from "./model";
import oddHours from "./odd-hours.json";
import { selectionOf } from "./seats/selection-of";

const column = (from: string, till: string, operation: "lunch" | "dinner" | null) => ({
  key: from,
  label: from,
  operation,
  from,
  till,
});

const course = (uid: string, operation: "lunch" | "dinner") => ({
  is_prepaid: false,
  id: 1,
  uid,
  title: uid,
  chargeable_title: uid,
  price: 10_000,
  operation,
});

const seats = [1, 2, 3].map((id) => ({ id, uid: `s${id}`, label: `C${id}` }));
const counter = {
  id: 1,
  uid: "g",
  title: "カウンター",
  short_label: "C",
  capacity_per_stock: 1,
  inventory_items: seats,
};

const calendar: Calendar = {
  date: "2026-12-08",
  items: [],
  inventory_groups: [counter],
  columns: [column("11:30", "12:00", "lunch"), column("18:00", "18:30", "dinner"), column("21:30", "22:00", "dinner")],
  operations: [
    { name: "lunch", label: "ランチ", default_stay_minutes: 60, stays: [], from: "11:30", till: "14:00" },
    { name: "dinner", label: "ディナー", default_stay_minutes: 120, stays: [], from: "17:30", till: "22:00" },
  ],
  courses: [course("lunch", "lunch"), course("omakase", "dinner"), course("short", "dinner")],
  pacing: [],
};

function selection(count: number, capacity = 1, from = calendar.columns[1]): Selection {
  const group = { ...counter, capacity_per_stock: capacity };
  return { group, items: seats.slice(0, count), column: from ?? column("18:00", "18:30", "dinner") };
}

const customer: ChosenCustomer = {
  uid: "c1",
  type: "OfflineCustomer",
  name: "伊藤",
  group: "",
  visits: 0,
  phone: "",
  email: "",
  isBlacklisted: false,
  hasAllergy: false,
  isKnown: false,
  isInvited: false,
};

const way = (text: string, allowEmailInvitation = true) => searchOf(text, { allowEmailInvitation }).way;

describe("the search field", () => {
  it("searches by phone number from five digits", () => {
    expect(way("0901")).toBe("too_short");
    expect(way("09012")).toBe("tel");
    expect(searchOf("０９０-1234", { allowEmailInvitation: true })).toEqual({ way: "tel", text: "0901234" });
    for (const text of ["０９０ー１１１１ー５５５５", "(090)1111‐5555", "+81 90-1111-5555"]) {
      expect(searchOf(text, { allowEmailInvitation: true })).toEqual({ way: "tel", text: "09011115555" });
    }
  });

  it("searches by a number next to a name", () => {
    const features = { allowEmailInvitation: true };
    expect(searchOf("大友 09011112222", features)).toEqual({ way: "tel", text: "09011112222", name: "大友" });
    expect(searchOf("090-1111-2222　新規 花子", features)).toMatchObject({ way: "tel", name: "新規 花子" });
    expect(searchOf("大友 090 1111 2222", features)).toMatchObject({ text: "09011112222", name: "大友" });
    expect(searchOf("大友 a@b.jp", features)).toEqual({ way: "email", text: "a@b.jp", name: "大友" });
    expect(searchOf("大友 2201", features), "too few digits").toEqual({ way: "name", text: "大友 2201" });
  });

  it("searches by email address only if email invitations are enabled", () => {
    expect(way("a@b")).toBe("email");
    expect(way("a@b", false)).toBe("name");
    expect(way("伊藤 2号")).toBe("name");
    expect(way("　 ")).toBe("nothing");
  });
});

describe("a new customer", () => {
  const features = { allowSendIvrSmsByDefault: true };

  it("starts with the search text", () => {
    expect(newCustomerFrom({ way: "tel", text: "09012345678" }, features)).toMatchObject({
      tab: "phone",
      phone: "09012345678",
      nickname: "",
      sendsSms: true,
    });
    const both = newCustomerFrom({ way: "tel", text: "09012345678", name: "伊藤" }, features);
    expect(both).toMatchObject({ nickname: "伊藤", phone: "09012345678" });
    expect(newCustomerFrom({ way: "email", text: "a@b.jp" }, features)).toMatchObject({
      tab: "email",
      sendsSms: false,
    });
    expect(newCustomerFrom({ way: "name", text: "伊藤" }, features)).toMatchObject({ nickname: "伊藤", kana: "" });
    const read = newCustomerFrom({ way: "name", text: "いとう" }, features);
    expect(read).toMatchObject({ nickname: "いとう", kana: "イトウ" });
    expect(customerBody(read).kana).toBe("イトウ");
  });

  it("turns the text message off after a change of the tab", () => {
    const form = newCustomerFrom({ way: "nothing", text: "" }, features);
    expect(withTab(form, "phone")).toBe(form);
    expect(withTab(withTab(form, "email"), "phone").sendsSms).toBe(false);
  });

  it("needs a name, a phone number for a text message, and an email address on the email tab", () => {
    const form = newCustomerFrom({ way: "nothing", text: "" }, { allowSendIvrSmsByDefault: false });
    expect(missingOf(form)).toEqual(["nickname"]);
    expect(missingOf({ ...form, nickname: "伊藤" })).toEqual([]);
    expect(missingOf({ ...form, nickname: "伊藤", sendsSms: true })).toEqual(["phone"]);
    expect(missingOf({ ...form, nickname: "伊藤", tab: "email", email: "a@b" })).toEqual(["email"]);
  });

  it("is invited by email or text message, otherwise only recorded", () => {
    const form = { ...newCustomerFrom({ way: "tel", text: "０９０1" }, features), nickname: " 伊藤 " };
    expect(customerBody(form)).toMatchObject({
      type: "InvitedCustomer",
      nickname: "伊藤",
      phone_local_number: "0901",
      allow_send_ivr_sms: true,
    });
    expect(customerBody({ ...form, sendsSms: false }).type).toBe("OfflineCustomer");
    const byMail = customerBody({ ...form, tab: "email", email: "a@b.jp" });
    expect(byMail).toMatchObject({ type: "InvitedCustomer", phone_local_number: "", allow_send_ivr_sms: false });
    expect(canBeInvited("OfflineCustomer")).toBe(false);
  });
});

describe("a new form", () => {
  // F129
  it("has the meal of its column, the usual stay, and options without an alternative", () => {
    const lunch = freshDraft(calendar, selection(2, 1, calendar.columns[0]), "in_person");
    expect(lunch).toMatchObject({
      operation: "lunch",
      startTime: "11:30",
      endTime: "12:30",
      guests: 2,
      courseUid: "lunch",
    });
    const dinner = freshDraft(calendar, selection(1, 2), "in_person");
    expect(dinner).toMatchObject({ operation: "dinner", endTime: "20:00", guests: 0, courseUid: "" });
  });

  // F129
  it("never ends after the last column", () => {
    expect(endOf(calendar, "dinner", "21:30", 2)).toBe("22:00");
    expect(endOf({ ...calendar, operations: [] }, "lunch", "11:30", 2)).toBe("12:30");
    expect(endOf({ ...calendar, operations: [] }, "dinner", "18:00", 2)).toBe("20:00");
  });

  // F129
  it("is reset by another start and by another meal", () => {
    const draft = {
      ...freshDraft(calendar, selection(1, 2), "in_person"),
      guests: 2,
      courseUid: "omakase",
      memo: "窓側",
    };
    expect(withStart(draft, calendar, selection(1, 2), "19:05")).toMatchObject({
      startTime: "19:05",
      endTime: "21:05",
      guests: 0,
      courseUid: "",
      memo: "窓側",
    });
    const lunch = { operation: "lunch", startTime: "13:55", endTime: "14:55", courseUid: "lunch" };
    expect(withOperation(draft, calendar, selection(1), "lunch")).toMatchObject(lunch);
    expect(withStart(draft, calendar, selection(1), "12:00"), "another meal").toMatchObject({
      operation: "lunch",
      courseUid: "lunch",
    });
  });

  it("offers times at multiples of five minutes", () => {
    const starts = startChoices(calendar, "18:00");
    expect(
      starts.filter((time) => time >= "13:55" && time < "17:35"),
      "no meal in between",
    ).toEqual(["13:55", "17:30"]);
    expect(startChoices(calendar, "15:00"), "the chosen time stays").toContain("15:00");
    expect([starts[0], starts[1], starts.at(-1)]).toEqual(["11:30", "11:35", "21:55"]);
    expect(endChoices(calendar, "21:50")).toEqual(["21:55", "22:00"]);
  });
});

// The HTTP test `owner::odd_hours` books each of these proposals.
describe.each(oddHours)("a meal that $name", ({ operation, opens_at: from, closes_at: till, stay, proposals }) => {
  const name = operation as "dinner";
  const odd: Calendar = {
    ...calendar,
    columns: proposals.map((proposal) => column(String(proposal.column[0]), String(proposal.column[1]), name)),
    operations: [{ name, label: "ディナー", default_stay_minutes: stay, stays: [], from, till }],
  };

  it.each(proposals)("is proposed from $starts in the column of $column", ({ column: [start], starts, ends }) => {
    const cell = odd.columns.find((each) => each.from === start);
    const draft = freshDraft(odd, selection(1, 1, cell), "in_person");
    expect([draft.startTime, draft.endTime]).toEqual([starts, ends]);
    expect(startChoices(odd, draft.startTime)).toContain(starts);
    expect(endChoices(odd, draft.startTime)).toContain(ends);
  });
});

describe("the usual stay of a party size", () => {
  const stays = [
    { from_guests: 3, stay_minutes: 150 },
    { from_guests: 5, stay_minutes: 180 },
  ];
  const sized: Calendar = {
    ...calendar,
    operations: calendar.operations.map((meal) => (meal.name === "dinner" ? { ...meal, stays } : meal)),
  };

  // G299
  it("is the one of the largest size that the party reaches", () => {
    const ends = [0, 2, 3, 4, 5, 9].map((guests) => endOf(sized, "dinner", "18:00", guests));
    expect(ends).toEqual(["20:00", "20:00", "20:30", "20:30", "21:00", "21:00"]);
    expect(endOf(sized, "lunch", "11:30", 5), "of another meal").toBe("12:30");
    expect(endOf(sized, "dinner", "20:00", 5), "never after the last column").toBe("22:00");
  });

  it("is proposed for the party size that the seats need", () => {
    expect(freshDraft(sized, selection(3), "in_person")).toMatchObject({ guests: 3, endTime: "20:30" });
    expect(freshDraft(sized, { ...selection(2, 2), guests: 3 }, "in_person")).toMatchObject({ endTime: "20:30" });
    expect(freshDraft(sized, selection(2, 2), "in_person"), "still unknown").toMatchObject({ endTime: "20:00" });
  });

  it("moves the end with the party size until another end is chosen", () => {
    const draft = freshDraft(sized, selection(2, 2), "in_person");
    const three = withGuests(draft, sized, 3);
    expect(three).toMatchObject({ guests: 3, endTime: "20:30" });
    expect(withGuests(three, sized, 2)).toMatchObject({ guests: 2, endTime: "20:00" });
    const chosen = { ...three, endTime: "20:15" };
    expect(withGuests(chosen, sized, 5)).toMatchObject({ guests: 5, endTime: "20:15" });
    expect(withStart(chosen, sized, selection(3), "18:30"), "reset with the start").toMatchObject({ endTime: "21:00" });
  });
});

describe("a complete form", () => {
  const whole = { ...freshDraft(calendar, selection(2, 2), "in_person"), guests: 3, courseUid: "omakase" };

  it("has a party size that fits its seats", () => {
    expect(guestOptions(selection(2, 2))).toEqual([3, 4]);
    expect(guestOptions(selection(0, 2))).toEqual([]);
    for (const guests of [0, 1, 2, 3, 4, 5]) {
      expect(isWhole({ ...whole, guests }, calendar, selection(2, 2)), `${guests}`).toBe(guests === 3 || guests === 4);
    }
  });

  it("has a course of its meal, an open meal and an end after its start", () => {
    expect(isWhole(whole, calendar, selection(2, 2))).toBe(true);
    expect(isWhole({ ...whole, courseUid: "lunch" }, calendar, selection(2, 2))).toBe(false);
    expect(isWhole({ ...whole, operation: "takeaway" }, calendar, selection(2, 2))).toBe(false);
    expect(isWhole({ ...whole, endTime: whole.startTime }, calendar, selection(2, 2))).toBe(false);
  });

  it("sends exactly one customer, by type", () => {
    const body = createBody(whole, calendar, selection(2, 2), customer, { withDeadline: true, key: "k" });
    expect(body).toMatchObject({
      starts_at: "2026-12-08T18:00",
      inventory_item_uids: ["s1", "s2"],
      offline_customer_uid: "c1",
      online_customer_uid: null,
      can_ivr_expire_by_default: false,
    });
    const invited = createBody(
      { ...whole, kind: "invitation" },
      calendar,
      selection(2, 2),
      {
        ...customer,
        type: "OnlineCustomer",
      },
      { withDeadline: true, key: "k" },
    );
    expect(invited).toMatchObject({ online_customer_uid: "c1", can_ivr_expire_by_default: true });
    expect(invited.offline_customer_uid).toBeNull();
  });
});

describe("the deadline option", () => {
  // F134
  it("is offered more than 72 hours ahead, in the restaurant's time zone", () => {
    const now = wallClock(new Date("2026-12-05T09:00:00Z"), "Asia/Tokyo");
    expect(new Date(now).toISOString()).toBe("2026-12-05T18:00:00.000Z");
    expect(offersDeadline("2026-12-08", "18:00", now)).toBe(false);
    expect(offersDeadline("2026-12-08", "18:05", now)).toBe(true);
  });
});

it("selects proposed seats with their party size, or null if the day no longer has them", () => {
  const proposal = {
    inventory_group_uid: "g",
    inventory_group_title: "カウンター",
    inventory_item_uids: ["s1", "s2"],
    labels: ["C1", "C2"],
    start_time: "18:10",
    end_time: "20:10",
    leftover: 0,
    web_times: [],
    reasons: ["fills_seats" as const],
  };
  const found = selectionOf(calendar, proposal, 2);
  expect(found?.items.map(({ label }) => label)).toEqual(["C1", "C2"]);
  const draft = found && freshDraft(calendar, found, "in_person");
  expect(draft).toMatchObject({ operation: "dinner", startTime: "18:10", endTime: "20:10", guests: 2 });
  expect(selectionOf(calendar, { ...proposal, inventory_item_uids: ["s1", "gone"] }, 2)).toBeNull();
});

const quarter = (guests: number, limits: { guests?: number; parties?: number }) => ({
  operation: "dinner" as const,
  from: "18:00",
  guests_count: guests,
  parties_count: 2,
  pacing_max_guests: limits.guests ?? null,
  pacing_max_parties: limits.parties ?? null,
  is_full: false,
});

const paced = (startTime: string, guests: number, limits: { guests?: number; parties?: number }) => {
  const draft = { ...freshDraft(calendar, selection(1), "in_person"), startTime, guests };
  return exceedsPacing({ ...calendar, pacing: [quarter(4, limits)] }, draft)?.from ?? null;
};

describe("the pacing of a quarter of an hour", () => {
  it("returns the quarter whose limits the party exceeds", () => {
    expect([paced("18:00", 2, { guests: 6 }), paced("18:00", 3, { guests: 6 })]).toEqual([null, "18:00"]);
    expect([paced("18:10", 1, { parties: 2 }), paced("18:10", 1, { parties: 3 })]).toEqual(["18:00", null]);
    expect([paced("18:15", 9, { guests: 6 }), paced("17:55", 9, { guests: 6 })]).toEqual([null, null]);
    expect(paced("18:00", 0, { guests: 4 }), "a party has at least one guest").toBe("18:00");
    const draft = { ...freshDraft(calendar, selection(1), "in_person"), startTime: "18:00", guests: 3 };
    const over = exceedsPacing({ ...calendar, pacing: [quarter(4, { guests: 6 })] }, draft);
    expect(over?.guests_count, "including the party").toBe(7);
  });

  it("uses the chosen cells, or a party size and a time, before any input", () => {
    const tables = selection(2, 2);
    expect(visitOf(calendar, tables), "two tables for two").toMatchObject({ startTime: "18:00", guests: 3 });
    expect(visitOf(calendar, { ...tables, guests: 4 })).toMatchObject({ operation: "dinner", guests: 4 });
    expect(visitAt(calendar, "18:10", 2)).toEqual({ operation: "dinner", startTime: "18:10", guests: 2 });
    expect(visitAt(calendar, "12:00", 2).operation).toBe("lunch");
    expect(visitAt(calendar, "03:00", 2).operation, "before all meals").toBe("");
  });
});

describe("a guest with a booking on the day", () => {
  it("is listed with time and seats, without cancelled bookings and other days", () => {
    const visit = { uid: "r1", date: "2026-12-08", status: "accepted", start_time: "18:00", guests_count: 2 } as const;
    const others = [
      { ...visit, uid: "r2", date: "2026-12-09" },
      { ...visit, uid: "r3", status: "void" },
    ] as const;
    const items = [{ uid: "r1", inventory_item_uids: ["s2", "s1"] }] as unknown as Calendar["items"];
    expect(visitsOn({ ...calendar, items }, [visit, ...others])).toEqual([
      { uid: "r1", time: "18:00", guests: 2, seats: "C1・C2" },
    ]);
  });
});

//
it("resets times, party size and course for other seats, and keeps kind, memo and deadline", () => {
  const typed = {
    ...freshDraft(calendar, selection(1), "invitation"),
    guests: 1,
    courseUid: "short",
    endTime: "19:30",
    memo: "窓側",
    endsEarly: false,
  };
  const noted = { kind: "invitation", memo: "窓側", endsEarly: false };
  const more = { ...selection(2), guests: 2 };
  expect(reseated(typed, calendar, more), "at the same time").toEqual({
    ...noted,
    operation: "dinner",
    startTime: "18:00",
    endTime: "20:00",
    guests: 2,
    courseUid: "",
  });
  const later = reseated(typed, calendar, selection(2, 1, column("21:30", "22:00", "dinner")));
  expect(later).toMatchObject({ ...noted, guests: 2, startTime: "21:30", endTime: "22:00", courseUid: "" });
  const atNoon = reseated(typed, calendar, selection(1, 1, column("11:30", "12:00", "lunch")));
  expect(atNoon, "the only course is chosen").toEqual({
    ...noted,
    operation: "lunch",
    startTime: "11:30",
    endTime: "12:30",
    guests: 1,
    courseUid: "lunch",
  });
  expect(reseated({ ...typed, guests: 2 }, calendar, selection(1, 3)).guests, "must be chosen again").toBe(0);
});
