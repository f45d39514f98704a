import { minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import type { SeatRow } from "../../daily-calendar/model/geometry";

/** Free tables of one group that staff have chosen, for the shown time of the floor. */
export interface Choice {
  groupUid: string;
  seatUids: readonly string[];
}

/** Adds a table of the same group or removes a chosen one. A table of another group starts a new choice. */
export function withSeat(choice: Choice | null, { group, seat }: SeatRow): Choice | null {
  if (choice?.groupUid !== group.uid) return { groupUid: group.uid, seatUids: [seat.uid] };
  const seatUids = choice.seatUids.includes(seat.uid)
    ? choice.seatUids.filter((uid) => uid !== seat.uid)
    : [...choice.seatUids, seat.uid];
  return seatUids.length === 0 ? null : { ...choice, seatUids };
}

/** Removes tables from the choice that were taken in the meantime. */
export function chosenSeats(choice: Choice | null, isFree: (seatUid: string) => boolean): Choice | null {
  const seatUids = choice?.seatUids.filter(isFree) ?? [];
  return choice && seatUids.length > 0 ? { ...choice, seatUids } : null;
}

/** Returns the column of a time: between and before meals the next one, after the last meal null. */
export function columnAt(columns: readonly Schemas["TimeColumn"][], at: number): Schemas["TimeColumn"] | null {
  return columns.find(({ label, till }) => label !== null && at < minutesOf(till)) ?? null;
}
