import { useQuery } from "@tanstack/react-query";
import { clockOf } from "@/console/ui/times";
import { sendTo } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import type { WalkInNote } from "../../offline";
import { useMinuteOfDay } from "../live/use-now";
import { SEATS_STEP, floorTo } from "../model/moving";
import { minuteOn } from "./minute-on";

/** Shortest stay from now that is proposed, in minutes. The server ends a walk-in when the seats are taken next. */
const SHORT_STAY = 30;
/** The latest end of a business day. */
const LATEST = 29 * 60;

/** Free seats for a walk-in that is already seated. */
export interface FoundSeats {
  seats: Schemas["SeatProposal"][];
  /**
   * `usual`: free for the usual stay since the party came; `short`: free since the party came, until the next party;
   * `from_now`: taken when the party came, free now.
   */
  stay: "usual" | "short" | "from_now";
}

interface Attempt {
  stay: FoundSeats["stay"];
  starts_at: string;
  ends_at?: string;
}

/** Returns the times to search, in order of preference; `came` and `now` in minutes of the business day. */
function attemptsOf(came: number, now: number | null): Attempt[] {
  const usual: Attempt = { stay: "usual", starts_at: clockOf(came) };
  // On another day a short stay is over.
  if (now === null) return [usual];
  const ends_at = clockOf(Math.min(Math.max(came, now) + SHORT_STAY, LATEST));
  const short: Attempt = { stay: "short", starts_at: clockOf(came), ends_at };
  return now <= came ? [usual, short] : [usual, short, { stay: "from_now", starts_at: clockOf(now), ends_at }];
}

/** Fetches seats for a walk-in: the first of the attempts that finds any. */
export function useSeatsForNote(note: WalkInNote, timeZone: string, isEnabled: boolean) {
  const minute = useMinuteOfDay(note.date, timeZone);
  const now = minute === null ? null : floorTo(minute, SEATS_STEP);
  const since = floorTo(minuteOn(note.date, note.happenedAt, timeZone), SEATS_STEP);
  const party = ["seats-for-note", note.slug, note.date, note.guests, since];
  return useQuery({
    queryKey: [...party, now],
    queryFn: async ({ signal }): Promise<FoundSeats> => {
      for (const { stay, ...times } of attemptsOf(since, now)) {
        const query = { date: note.date, guests_count: note.guests, ...times };
        // The note may belong to another restaurant than that of this window.
        const { seats } = (await sendTo(note.slug)("GET", "/owners/api/seat_proposals", { query, signal })).data;
        if (seats.length > 0) return { seats, stay };
      }
      return { seats: [], stay: "usual" };
    },
    // The previous proposals of the same party stay while newer ones load.
    placeholderData: (before, query) =>
      party.every((part, index) => query?.queryKey[index] === part) ? before : undefined,
    enabled: isEnabled,
    staleTime: 0,
  });
}
