import { expect, it } from "vitest";
import { minutesOf } from "@/console/ui/times";
import type { ServiceState } from "../service/steps";
import { COLUMNS, GRID, ROWS, item } from "../testing/sheet";
import { blocksOf, isTaken, itemsAt } from "./blocks";
import { findOverstays, withOverstays } from "./overstays";
import { freeSeats } from "./visits";

const NOW = minutesOf("17:10");
const party = (uid: string, [from, till]: [string, string], state: ServiceState | null, over: object = {}) =>
  item({
    uid,
    start_time: from,
    end_time: till,
    rendered_from: from,
    rendered_till: till,
    service: { state, arrived_at: null, seated_at: null, bill_at: null, left_at: null },
    ...over,
  });
const SITS = party("sits", ["13:30", "17:00"], "bill");
const day = (...items: ReturnType<typeof item>[]) => ({ items, columns: COLUMNS });

it("keeps the seats of an overstaying party taken until the end of the column", () => {
  const [sits] = withOverstays(day(SITS), NOW).items;
  if (!sits) throw new Error("no party");
  expect(sits.end_time, "as it was booked").toBe("17:00");
  expect(itemsAt([sits], "c1", minutesOf("17:00"), minutesOf("17:30")).some(isTaken)).toBe(true);
  expect(itemsAt([sits], "c1", minutesOf("17:30"), minutesOf("18:00"))).toEqual([]);
  const free = GRID.lanes.map((lane) => freeSeats([sits], ROWS, lane));
  expect(free).toEqual([5, 4, 4, 4, 5]);
  const [block] = blocksOf([sits], ROWS, GRID).get(0) ?? [];
  expect((block?.left ?? 0) + (block?.width ?? 0)).toBe(GRID.lanes[4]?.left);
});

it("ends the block at the next party on the seat and at the end of the day", () => {
  const next = party("next", ["17:15", "18:00"], null);
  const [sits] = withOverstays(day(SITS, next), NOW).items;
  expect(sits).toMatchObject({ rendered_till: "17:15", seats_until: "17:30" });
  expect(withOverstays(day(SITS), minutesOf("23:10")).items[0]?.seats_until).toBe("18:00");
});

it("keeps the seats of a party that arrived and was never seated", () => {
  const arrived = { ...SITS, service: { ...SITS.service, state: "arrived" as const } };
  expect(withOverstays(day(arrived), NOW).items[0]?.seats_until).toBe("17:30");
  expect(findOverstays([arrived], ["c1"], "17:10", NOW)).toEqual([arrived]);
});

it("leaves other parties and other days unchanged", () => {
  const others = [party("left", ["13:30", "17:00"], "left"), party("missing", ["13:30", "17:00"], null)];
  const whole = day(...others, party("in time", ["16:00", "18:00"], "seated", { inventory_item_uids: ["c2"] }));
  expect(withOverstays(whole, NOW)).toBe(whole);
  const late = day(SITS);
  expect(withOverstays(late, null)).toBe(late);
});

const uids = (seat: string, start: string, now: number | null = NOW) =>
  findOverstays([SITS], [seat], start, now).map(({ uid }) => uid);

it("lists overstaying parties for a booking that starts now or soon", () => {
  expect(uids("c1", "17:10")).toEqual(["sits"]);
  expect(uids("c1", "17:25")).toEqual(["sits"]);
  expect(uids("c1", "17:30"), "the party will have left").toEqual([]);
  expect(uids("c2", "17:10")).toEqual([]);
  expect(uids("c1", "17:10", null), "on another day").toEqual([]);
});
