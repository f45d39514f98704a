import { listJoiner } from "@/console/i18n/page-language";
import { minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import type { Translate } from "@/owner/i18n/use-t";
import { isUnsentUid } from "../../offline";
import type { Note, WalkInNote } from "../../offline";
import { isOver, isTaken, takenFrom, takenTill } from "../model/blocks";
import type { CalendarItem } from "../model/blocks";
import { SEATS_STEP, floorTo } from "../model/moving";
import { seatLabelsOf } from "../model/visits";
import { isPresent, timeOf } from "../service/steps";
import { minuteOn } from "./minute-on";

type Day = Schemas["OwnerDailyCalendarPage"];

/** Returns the text of a note. A step takes its party's name from the day, if the day has it. */
export function noteLabel(note: Note, day: Day, t: Translate): string {
  if (note.kind === "walk_in") return t("offline.walk_in", { count: note.guests, seats: note.seats });
  const step = note.state === null ? t("service.none") : t(`service.step.${note.state}`);
  const found = day.items.find(({ uid }) => uid === note.of);
  const name = found?.title ?? (isUnsentUid(note.of) ? t("walk_in.title") : "");
  return t("offline.step", { step, party: [note.starts, name, note.seats].filter((part) => part !== "").join(" ") });
}

/** Returns the current state of the note's party or seats, from the server's day without offline notes. */
export function currentState(note: Note, day: Day, now: Moment, t: Translate): string {
  if (note.kind === "walk_in") {
    const words = rivalsOf(note, day, now).map((item) => rivalLabel(item, day));
    return words.length === 0 ? t("offline.free") : words.join(listJoiner());
  }
  const found = day.items.find(({ uid }) => uid === note.of);
  if (!found || found.status === "void") return t("offline.gone");
  const { state } = found.service;
  if (state === null) return t("service.none");
  return `${t(`service.step.${state}`)} ${timeOf(found.service, state) ?? ""}`.trim();
}

/** The time of the query, with the zone. */
interface Moment {
  now: Date;
  timeZone: string;
}

/**
 * Returns the other parties on the seats of a walk-in since it came. Parties that have left are returned only if the
 * seats are free now.
 */
function rivalsOf(
  { happenedAt, itemUids }: WalkInNote,
  { date, items }: Day,
  { now, timeZone }: Moment,
): CalendarItem[] {
  const minute = (moment: string) => minuteOn(date, moment, timeZone);
  const came = floorTo(minute(happenedAt), SEATS_STEP);
  const till = Math.max(minute(now.toISOString()), came) + SEATS_STEP;
  const there = items.filter(
    (item) =>
      isTaken(item) &&
      item.inventory_item_uids.some((uid) => itemUids.includes(uid)) &&
      takenFrom(item) < till &&
      (isPresent(item.service) || came < Math.max(takenTill(item), isOver(item) ? 0 : minutesOf(item.end_time))),
  );
  const still = there.filter((item) => !isOver(item));
  return still.length > 0 ? still : there;
}

function rivalLabel(item: CalendarItem, { inventory_groups }: Day): string {
  return [seatLabelsOf(item, inventory_groups), item.title, `${item.start_time}–${item.end_time}`].join(" ");
}
