import { joiner } from "@/console/i18n/page-language";
import { minutesOf } from "@/console/ui/times";
import type { Translate } from "@/owner/i18n/use-t";
import { dislikesLine } from "../daily-calendar/model/alerts";
import { isOver } from "../daily-calendar/model/blocks";
import type { CalendarItem } from "../daily-calendar/model/blocks";
import { blockLabel, marksOf } from "../daily-calendar/grid/labels";
import type { Mark } from "../daily-calendar/grid/labels";
import { isVisit } from "../daily-calendar/service/steps";
import type { LateItems } from "../daily-calendar/service/steps";
import type { Moment, Place } from "./model/occupancy";

export function labelsOf({ tables }: Pick<Place, "tables">): string {
  return tables.map(({ row }) => row.seat.label).join(joiner());
}

export function guestsOf(item: CalendarItem, t: Translate): string {
  return t("console.guests", { count: item.guests_count ?? 0 });
}

/** Returns the text of the next party, in one line. */
export function nextLabel(next: CalendarItem | null, t: Translate): string {
  if (!next) return t("floor_plan.none_next");
  return t("floor_plan.next", { time: next.start_time, name: next.title, guests: guestsOf(next, t) });
}

/**
 * Sorts marks: warnings, the unsent mark, the service step, the unsaved mark, others. The colour of a tile shows the step
 * if there is space for one mark only.
 */
function byUrgency(marks: readonly Mark[], t: Translate): Mark[] {
  const [unsent, unsaved] = [t("offline.unsent"), t("drafts.mark")];
  const rank = ({ text, kind }: Mark) => {
    if (text === unsent) return 1;
    if (text === unsaved) return 3;
    return kind === "warn" ? 0 : kind === "service" ? 2 : 4;
  };
  return marks.toSorted((one, other) => rank(one) - rank(other));
}

/** Returns the marks of a party: lateness and service step first. A party that has not come is marked as expected. */
export function placeMarks(party: CalendarItem, moment: Moment, late: LateItems, t: Translate): Mark[] {
  const marks = byUrgency(marksOf(party, late.get(party.uid) ?? null, t), t);
  const open: Mark[] = party.is_course_open && !isOver(party) ? [{ text: party.course_name, kind: "" }] : [];
  const tags = party.customer_tags.map((text): Mark => ({ text, kind: "" }));
  const dislikes: Mark[] = [{ text: dislikesLine(party, t), kind: "" as const }].filter(({ text }) => text !== "");
  // Allergies are shown separately. The text of dislikes may be long, and hides no other mark.
  const others = [...marks.filter(({ text }) => text !== t("calendar.allergy")), ...tags, ...open, ...dislikes];
  // A party with a step or an awaited one has a mark for it already.
  const isMarked = party.service.state !== null || late.get(party.uid) === "awaited";
  if (!moment.isNow || !isVisit(party) || isMarked) return others;
  // The warning colour is used only once the party is awaited, as on the grid.
  const hasBegun = minutesOf(party.start_time) <= moment.at;
  const expected: Mark = { text: t(hasBegun ? "service.awaited" : "floor_plan.soon"), kind: "" };
  return [expected, ...others];
}

/** Returns the label of a place: its tables, the party with its times, and the next party. */
export function placeLabel(place: Place, elsewhere: string, moment: Moment, late: LateItems, t: Translate): string {
  const { party, next } = place;
  const labels = labelsOf(place);
  const nextLateness = late.get(next?.uid ?? "");
  const lateNext = nextLateness === undefined ? "" : ` ${t(`service.${nextLateness}`)}`;
  if (!party) return [labels, t("floor_plan.free"), `${nextLabel(next, t)}${lateNext}`].join(" ");
  const lateness = late.get(party.uid) ?? null;
  const [expected] = placeMarks(party, moment, late, t);
  const waits = moment.isNow && party.service.state === null && lateness === null ? (expected?.text ?? "") : "";
  const said = blockLabel({ item: party, labels: "", elsewhere }, false, lateness, t);
  return [labels, said, waits, next ? `${nextLabel(next, t)}${lateNext}` : ""].filter((part) => part !== "").join(" ");
}
