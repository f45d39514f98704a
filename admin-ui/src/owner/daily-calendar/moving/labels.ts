import { joiner } from "@/console/i18n/page-language";
import { clockOf } from "@/console/ui/times";
import type { TextKey, Translate } from "@/owner/i18n/use-t";
import type { CalendarItem } from "../model/blocks";
import type { SeatRow } from "../model/geometry";
import { reachOf } from "../model/moving";
import type { Floor, Refusal, Spot, Target } from "../model/moving";

/** Returns the text of a place: the times, and the seats in their order. */
export function spotLabel({ from, till, seatUids }: Spot, rows: readonly SeatRow[]): string {
  const seats = rows.filter(({ seat }) => seatUids.includes(seat.uid)).map(({ seat }) => seat.label);
  return `${clockOf(from)}–${clockOf(till)} ${seats.join(joiner())}`;
}

export function reasonText(refusal: Refusal, t: Translate): string {
  return refusal.why === "taken"
    ? t("move.reason.taken", { name: refusal.name, time: refusal.time })
    : t(`move.reason.${refusal.why}`);
}

export function targetLabel({ spot, refusal, fits }: Target, rows: readonly SeatRow[], t: Translate): string {
  const target = spotLabel(spot, rows);
  if (!refusal) return target;
  const words = t("move.refused", { target, reason: reasonText(refusal, t) });
  return fits ? `${words} ${t("move.fits", { time: clockOf(fits.till) })}` : words;
}

/** Returns the hint on how to complete a move. A floor plan does not change times. */
export function hintOf({ geometry }: Floor, item: CalendarItem, by: "keys" | "touch"): TextKey {
  const reach = geometry.lanes.length === 0 ? "tables" : (reachOf(item) ?? "seats");
  return by === "touch" ? `move.hint.${reach}_by_touch` : `move.hint.${reach}`;
}
