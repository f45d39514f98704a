import { expect, it } from "vitest";
import type { Translate } from "@/owner/i18n/use-t";
import type { CalendarItem } from "../daily-calendar/model/blocks";
import type { Lateness } from "../daily-calendar/service/steps";
import { item, ROWS } from "../daily-calendar/testing/sheet";
import { arranged } from "./model/plan";
import { placesOf } from "./model/occupancy";
import { placeMarks, placeLabel } from "./labels";

const t = ((key: string, options?: object) => [key, ...Object.values(options ?? {})].join(" ")) as Translate;
const DUE = item({
  title: "山田",
  subtitle: "",
  start_time: "17:00",
  end_time: "19:00",
});
const NOW = { at: 17 * 60 + 12, isNow: true };
const marks = (party: CalendarItem, lateness?: Lateness) =>
  placeMarks(party, NOW, new Map(lateness ? [[party.uid, lateness]] : []), t).map(({ text }) => text);

it("shows only once that a party has not come", () => {
  expect(marks(DUE)).toEqual(["service.awaited"]);
  expect(marks(DUE, "awaited")).toEqual(["service.awaited"]);
  expect(marks(DUE, "endangered"), "a different mark").toEqual(["service.awaited", "service.endangered"]);
});

it("warns of missing parties once they are awaited, as the grid does", () => {
  const kinds = (late: [string, Lateness][]) => placeMarks(DUE, NOW, new Map(late), t).map(({ kind }) => kind);
  expect(kinds([])).toEqual([""]);
  expect(kinds([[DUE.uid, "awaited"]])).toEqual(["warn"]);
});

it("shows the unsent mark, then the step, then the tags", () => {
  const service = { ...DUE.service, state: "seated" as const, seated_at: "17:03" };
  const party = { ...DUE, service, is_unsent: true, customer_tags: ["VIP"], has_allergy: true };
  expect(marks(party)).toEqual(["offline.unsent", "service.step.seated 17:03", "VIP"]);
});

it("shows that the course is open", () => {
  expect(marks({ ...DUE, is_course_open: true, course_name: "コース未定" })).toContain("コース未定");
});

it("names the party's other tables", () => {
  const apart = { ...DUE, inventory_item_uids: ["c1", "c4"] };
  const [place] = placesOf(arranged(ROWS), [apart], NOW);
  if (!place) throw new Error("no place");
  expect(placeLabel(place, "C4", NOW, new Map(), t)).toContain("C1 17:00–19:00");
  expect(placeLabel(place, "C4", NOW, new Map(), t)).toContain("calendar.joined C4");
});

it("shows dislikes after all other marks, and in the label", () => {
  const party = { ...DUE, dislikes: "パクチー", customer_tags: ["VIP"] };
  expect(marks(party)).toEqual(["service.awaited", "VIP", "calendar.dislikes: パクチー"]);
  const [place] = placesOf(arranged(ROWS), [party], NOW);
  if (!place) throw new Error("no place");
  expect(placeLabel(place, "", NOW, new Map(), t)).toContain("calendar.dislikes: パクチー");
});
