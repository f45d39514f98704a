import { minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import type { SeatRow } from "../../daily-calendar/model/geometry";

/** Free tables of one group that staff have chosen; their time is the one the floor is looked at. */
export interface Choice {
  groupUid: string;
  seatUids: readonly string[];
}

/** A table joins those of its group or leaves them; one of another group begins anew. */
export function withSeat(choice: Choice | null, { group, seat }: SeatRow): Choice | null {
  if (choice?.groupUid !== group.uid) return { groupUid: group.uid, seatUids: [seat.uid] };
  const seatUids = choice.seatUids.includes(seat.uid)
    ? choice.seatUids.filter((uid) => uid !== seat.uid)
    : [...choice.seatUids, seat.uid];
  return seatUids.length === 0 ? null : { ...choice, seatUids };
}

/** A table that is taken meanwhile leaves the choice. */
export function chosenSeats(choice: Choice | null, isFree: (seatUid: string) => boolean): Choice | null {
  const seatUids = choice?.seatUids.filter(isFree) ?? [];
  return choice && seatUids.length > 0 ? { ...choice, seatUids } : null;
}

/** The column of a time; between and before meals the next one, after the last meal none. */
export function columnAt(columns: readonly Schemas["TimeColumn"][], at: number): Schemas["TimeColumn"] | null {
  return columns.find(({ label, till }) => label !== null && at < minutesOf(till)) ?? null;
}
