import { expect, it } from "vitest";
import type { CalendarItem } from "../../daily-calendar/model/blocks";
import { latenessOf } from "../../daily-calendar/service/steps";
import { COLUMNS, ROWS, item } from "../../daily-calendar/testing/sheet";
import { chosenSeats, columnAt, withSeat } from "./choice";
import { arranged } from "./plan";
import { arrivalsOf, countsOf, firstMoment, missedOf, nextAt, partyAt, placesOf, replacedOf } from "./occupancy";

const NOTED = { arrived_at: null, seated_at: null, bill_at: null, left_at: null };

function party(uid: string, from: string, till: string, over: Partial<CalendarItem> = {}): CalendarItem {
  return item({ uid, start_time: from, end_time: till, service: { ...NOTED, state: null }, ...over });
}

const at = (clock: string, isNow = true) => {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return { at: hours * 60 + minutes, isNow };
};
const is = (state: "arrived" | "seated" | "bill" | "left" | "no_show") => ({ service: { ...NOTED, state } });

const EARLY = party("early", "17:00", "19:00");
const LATE = party("late", "19:00", "21:00");

it("assigns a table to its booking shortly before the start", () => {
  expect(partyAt([EARLY, LATE], at("16:44"))).toBeNull();
  expect(partyAt([EARLY, LATE], at("16:45"))?.uid).toBe("early");
  expect(partyAt([EARLY, LATE], at("18:59"))?.uid).toBe("early");
  expect(partyAt([EARLY, LATE], at("19:00"))?.uid).toBe("late");
  expect(partyAt([EARLY, LATE], at("21:00"))).toBeNull();
});

it("keeps an overstaying party at its table and lists the next one", () => {
  const sitting = { ...EARLY, ...is("seated") };
  expect(partyAt([sitting, LATE], at("19:20"))?.uid).toBe("early");
  expect(nextAt([sitting, LATE], sitting, at("19:20"))?.uid).toBe("late");
  expect(partyAt([sitting, { ...LATE, ...is("arrived") }], at("19:20"))?.uid).toBe("early");
  expect(partyAt([sitting, { ...LATE, ...is("seated") }], at("19:20"))?.uid, "the party seated last").toBe("late");
});

it("keeps a party that has arrived at its table until it leaves, even if it was never seated", () => {
  const here = { ...EARLY, ...is("arrived") };
  const next = { ...LATE, ...is("arrived") };
  for (const clock of ["19:00", "20:00", "23:30"]) {
    expect(partyAt([here], at(clock))?.uid, `at ${clock}`).toBe("early");
    expect(partyAt([here, next], at(clock))?.uid, "before the next one").toBe("early");
  }
  expect(nextAt([here, next], here, at("19:20"))?.uid).toBe("late");
  expect(partyAt([here, next], at("18:45"))?.uid, "the next one has come early").toBe("early");
  expect(countsOf(placesOf(arranged(ROWS), [here], at("20:00"))).free).toBe(4);
  expect(partyAt([{ ...here, ...is("no_show") }], at("20:00"))).toBeNull();
});

it("lists parties without a recorded departure once the next party has all their tables", () => {
  const uids = (clock: string, ...items: CalendarItem[]) => replacedOf(items, at(clock)).map(({ uid }) => uid);
  const here = { ...EARLY, ...is("arrived") };
  const seated = { ...LATE, ...is("seated") };
  expect(uids("19:20", here, seated)).toEqual(["early"]);
  expect(uids("19:20", { ...here, ...is("seated") }, seated)).toEqual(["early"]);
  expect(uids("18:50", here, seated), "in its own time").toEqual([]);
  expect(uids("19:20", here, LATE), "its table shows it").toEqual([]);
  expect(uids("19:20", { ...here, inventory_item_uids: ["c1", "c2"] }, seated), "one of its tables does").toEqual([]);
  expect(uids("19:20", { ...here, ...is("left") }, seated)).toEqual([]);
  expect(replacedOf([here, seated], at("19:20", false))).toEqual([]);
});

it("shows a table as free after an early end, until shortly before the next party", () => {
  const gone = { ...EARLY, ...is("left"), rendered_from: "17:00", seats_until: "18:15" };
  expect(partyAt([gone, LATE], at("18:10"))?.uid, "within the step of five minutes").toBe("early");
  expect(partyAt([gone, LATE], at("18:30"))).toBeNull();
  expect(partyAt([gone, LATE], at("18:50"))?.uid, "shortly before its start").toBe("late");
  expect(partyAt([gone, { ...LATE, ...is("arrived") }], at("18:30"))?.uid, "arrived early").toBe("late");
  expect(partyAt([gone, { ...LATE, ...is("arrived") }], at("18:29")), "arrived much too early").toBeNull();
  expect(partyAt([{ ...gone, ...is("no_show") }], at("18:30"))).toBeNull();
  expect(nextAt([gone, { ...LATE, ...is("no_show") }], null, at("18:30"))).toBeNull();
});

it("uses the booked times at any moment other than now", () => {
  const sitting = { ...EARLY, ...is("seated") };
  expect(partyAt([sitting, LATE], at("19:20", false))?.uid).toBe("late");
  expect(partyAt([sitting, LATE], at("16:50", false))).toBeNull();
  expect(nextAt([sitting, LATE], null, at("16:50", false))?.uid).toBe("early");
});

it("draws adjacent seats of a party as one place, and others separately", () => {
  const tables = arranged(ROWS);
  const two = party("two", "17:00", "19:00", { inventory_item_uids: ["c2", "c3"] });
  const apart = party("apart", "17:00", "19:00", { inventory_item_uids: ["c1", "c4"] });
  const free = party("void", "17:00", "19:00", { inventory_item_uids: ["p1"], status: "void" });
  const places = placesOf(
    tables,
    [two, apart, free, party("next", "20:00", "21:00", { inventory_item_uids: ["c3"] })],
    at("17:30"),
  );
  const words = places.map(({ tables: own, party: who, next }) =>
    [own.map(({ row }) => row.seat.label).join("+"), who?.uid ?? "-", next?.uid ?? "-"].join(" "),
  );
  expect(words).toEqual(["C1 apart -", "C2+C3 two next", "C4 apart -", "P1 - -"]);
  expect(places[1]).toMatchObject({ x: 5, y: 1, width: 8, height: 4 });
});

it("opens a day at its first party or its last meal", () => {
  expect(firstMoment([LATE, EARLY], [])).toBe(17 * 60);
  expect(firstMoment([], [{ from: "11:30" }, { from: "17:00" }])).toBe(17 * 60);
});

it("chooses free tables of one group in the column of the time", () => {
  const [c1, c2, , , p1] = ROWS;
  if (!c1 || !c2 || !p1) throw new Error("no rows");
  const two = withSeat(withSeat(null, c1), c2);
  expect(two).toEqual({ groupUid: "g1", seatUids: ["c1", "c2"] });
  expect(withSeat(two, p1)).toEqual({ groupUid: "g2", seatUids: ["p1"] });
  expect(withSeat(withSeat(two, c1), c2)).toBeNull();
  expect(chosenSeats(two, (uid) => uid === "c2")).toEqual({ groupUid: "g1", seatUids: ["c2"] });
  expect(chosenSeats(two, () => false)).toBeNull();
  expect(columnAt(COLUMNS, 13 * 60 + 40)?.key).toBe("13:30");
  expect(columnAt(COLUMNS, 15 * 60)?.key, "between meals the next column").toBe("17:00");
  expect(columnAt(COLUMNS, 19 * 60)).toBeNull();
});

it("lists missed parties until a no-show is recorded", () => {
  const noted = party("noted", "17:00", "18:00", is("left"));
  const missed = (...items: CalendarItem[]) => {
    const late = latenessOf([noted, ...items], "19:00");
    return missedOf([noted, ...items], late, at("19:00")).map(({ uid }) => uid);
  };
  expect(missed(EARLY, LATE)).toEqual(["early"]);
  expect(missed({ ...EARLY, ...is("no_show") }, LATE)).toEqual([]);
  expect(missed({ ...EARLY, end_time: "19:30" }), "their table still shows them").toEqual([]);
  expect(missedOf([EARLY], latenessOf([noted, EARLY], "19:00"), at("19:00", false))).toEqual([]);
});

it("counts free tables, and each seated party once", () => {
  const apart = party("apart", "17:00", "19:00", {
    inventory_item_uids: ["c1", "c4"],
    guests_count: 2,
    ...is("seated"),
  });
  const due = party("due", "17:00", "19:00", { inventory_item_uids: ["p1"], guests_count: 4 });
  const places = placesOf(arranged(ROWS), [apart, due], at("17:30"));
  expect(countsOf(places)).toEqual({ free: 2, all: 5, parties: 1, guests: 2 });
});

it("lists parties due within the hour, late ones first, without arrived and invited parties", () => {
  const noted = party("seated", "18:00", "20:00", is("seated"));
  const invited = party("invited", "18:15", "20:00", { status: "pending" });
  const noShow = party("no-show", "18:05", "20:00", is("no_show"));
  const late = party("awaited", "17:30", "19:30");
  const over = party("over", "16:00", "18:00");
  const items = [LATE, noted, invited, noShow, late, over];
  const uids = (clock: string, isNow = true) => arrivalsOf(items, at(clock, isNow)).map(({ uid }) => uid);
  expect(uids("17:59")).toEqual(["over", "awaited"]);
  expect(uids("18:00"), "19:00 is within the hour, and a party whose time is over is missed").toEqual([
    "awaited",
    "late",
  ]);
  expect(uids("19:30")).toEqual(["late"]);
  expect(uids("18:00", false), "at another moment all parties that start then").toEqual(["seated", "no-show", "late"]);
});
