import { minutesOf } from "@/console/ui/times";
import type { Translate } from "@/owner/i18n/use-t";
import type { Mark } from "../daily-calendar/grid/labels";
import { allergiesOf, allergyLine } from "../daily-calendar/model/alerts";
import type { CalendarItem } from "../daily-calendar/model/blocks";
import { isSeated } from "../daily-calendar/service/steps";
import type { Lateness } from "../daily-calendar/service/steps";
import type { Moment } from "./model/occupancy";
import { nextLabel } from "./labels";

/** The texts of a table's tile that its width permits. The tile's accessible name has all of them. */

/** Reports whether a text fits into one line of the tile, in the font of normal text or of the name. */
type Fits = (text: string, font?: "text" | "name") => boolean;

function firstFitting(texts: readonly string[], fits: Fits): string {
  return texts.find((text) => fits(text)) ?? texts.at(-1) ?? "";
}

/** Returns since when a seated party has its table; null for other parties and at another moment than the present. */
function seatedSince({ service }: CalendarItem, { isNow }: Moment): string | null {
  return isNow && isSeated(service) ? service.seated_at : null;
}

/** Returns the times of a party: of a seated one since when, until when, and how long by now. */
export function timesText(party: CalendarItem, moment: Moment, fits: Fits, t: Translate): string {
  const since = seatedSince(party, moment);
  const from = since ?? party.start_time;
  const span = `${from}${t("floor_plan.until", { time: party.end_time })}`;
  const minutes = moment.at - minutesOf(from);
  const stay = since !== null && minutes >= 0 ? [t("floor_plan.stay", { span, minutes })] : [];
  return firstFitting([...stay, span, t("floor_plan.since", { time: from })], fits);
}

/** Letters of a name that remain next to the time. */
const MIN_NAME = "山田";

/** Returns the name of a party, after its time if no other line shows it. */
export function titleText(
  party: CalendarItem,
  moment: Moment,
  shown: { times: boolean; marks: readonly Mark[] },
  fits: Fits,
): string {
  if (shown.times || shown.marks.some(({ kind }) => kind === "service")) return party.title;
  const time = seatedSince(party, moment) ?? party.start_time;
  return fits(`${time} ${MIN_NAME}`, "name") ? `${time} ${party.title}` : party.title;
}

/** The text about a guest's allergies: its first line, and a second one where both do not fit into one. */
interface AllergyText {
  text: string;
  detail: string;
}

export function allergyText(party: CalendarItem, fits: Fits, t: Translate): AllergyText | null {
  const detail = allergiesOf(party);
  if (detail === "" && !party.has_allergy) return null;
  const whole = allergyLine(party, t);
  if (detail !== "" && fits(whole)) return { text: whole, detail: "" };
  return { text: t("calendar.allergy"), detail };
}

/** Returns the next party of a table, and its lateness as text. A narrow tile shows only its time. */
export function nextText(next: CalendarItem | null, lateness: Lateness | null, fits: Fits, t: Translate): string {
  const words = nextLabel(next, t);
  if (!next) return words;
  const sign = lateness === null ? "" : "⚠ ";
  const [time = ""] = words.split(next.title);
  const plain = fits(`${sign}${time}…`) ? `${sign}${words}` : `${sign}→ ${next.start_time}`;
  if (lateness === null) return plain;
  const late = t(`service.${lateness}`);
  return firstFitting([`${sign}${words} ${late}`, `${sign}${next.start_time} ${late}`, plain], fits);
}
