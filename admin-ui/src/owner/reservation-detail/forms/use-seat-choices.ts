import { useEffect, useRef, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { send } from "@/owner/api";
import type { Drafted } from "../../drafts";
import { chosenSeats, groupsOf, isOwnGroup, seatGroupOf, seatLimits } from "./model";
import type { Detail, InPersonDraft, SeatGroup } from "./model";

/**
 * Fetches the seats that the party can get at the time in the form, by group. `refusal` is a rejected change, after which
 * the seats are fetched again.
 */
export function useSeatChoices(reservation: Detail, draft: InPersonDraft, refusal: string | null) {
  const { uid } = reservation;
  const { date, startTime, endTime } = draft;
  const { data, isError, refetch } = useQuery({
    queryKey: ["reservation-seats", uid, date, startTime, endTime],
    queryFn: ({ signal }) => {
      const query = { starts_at: `${date}T${startTime}`, ends_at: `${date}T${endTime}`, all_groups: true };
      return send("GET", "/owners/api/offline_reservations/{uid}/seats", { path: { uid }, query, signal });
    },
    enabled: date !== "" && startTime < endTime,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  useEffect(() => {
    if (refusal !== null) void refetch();
  }, [refusal, refetch]);
  const groups = groupsOf(data?.data ?? []);
  return { groups, group: seatGroupOf(groups, reservation, draft), isError };
}

export type SeatChange = ReturnType<typeof useSeatChange>;

/**
 * Changes the party size, the group, the seats, and whether tables are joined. In the reservation's own group the server
 * chooses the seats of another party size. In another group they are the first ones that it proposes, until the user
 * chooses others.
 */
export function useSeatChange(
  reservation: Detail,
  { draft, set }: Pick<Drafted<InPersonDraft>, "draft" | "set">,
  group: SeatGroup,
) {
  const latest = useRef(0);
  const { extra_items: extra, inventory_items: own } = reservation;
  const hasSeats = draft.seats !== null;
  // A draft that was stored with joined tables is shown with them.
  const [wantsJoined, setWantsJoined] = useState<boolean | null>((draft.seats?.length ?? 0) > own.length || null);
  const [hadSeats, setHadSeats] = useState(hasSeats);
  if (hadSeats !== hasSeats) {
    setHadSeats(hasSeats);
    // Saved or discarded: the reservation decides again.
    if (!hasSeats) setWantsJoined(null);
  }
  // A party that keeps its group and size keeps its joined tables.
  const keepsJoined = extra > 0 && isOwnGroup(reservation, draft.groupUid) && draft.guests === reservation.guests_count;
  const isJoined = wantsJoined ?? keepsJoined;
  useEffect(() => {
    // Seats that are proposed after the input was discarded are ignored.
    if (!hasSeats) latest.current += 1;
  }, [hasSeats]);
  const choose = (seats: string[]) => {
    latest.current += 1;
    set({ seats });
  };
  const place = async (change: Partial<Pick<InPersonDraft, "guests" | "groupUid">>) => {
    const next = { ...draft, ...change };
    latest.current += 1;
    const call = latest.current;
    setWantsJoined(null);
    if (isOwnGroup(reservation, next.groupUid)) {
      set({ ...change, seats: null });
      return;
    }
    set({ ...change, seats: [] });
    const seats = await proposedSeats(next);
    if (seats.length > 0 && latest.current === call) set({ seats });
  };
  const join = (joins: boolean) => {
    setWantsJoined(joins);
    const chosen = chosenSeats(reservation, draft);
    const { most } = seatLimits(group, draft.guests, joins);
    if (chosen.length > most) choose(chosen.slice(0, most));
  };
  return { place, choose, join, isJoined, limits: seatLimits(group, draft.guests, isJoined) };
}

/** Returns no seats if none are free, or if the proposal fails: then the user chooses. */
async function proposedSeats({ date, guests, startTime, endTime, groupUid }: InPersonDraft): Promise<string[]> {
  const query = {
    date,
    guests_count: guests,
    starts_at: startTime,
    ends_at: endTime,
    inventory_group_uid: groupUid,
  };
  try {
    const { data } = await send("GET", "/owners/api/seat_proposals", { query });
    return data.seats[0]?.inventory_item_uids ?? [];
  } catch {
    return [];
  }
}
