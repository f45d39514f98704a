import { queryOptions } from "@tanstack/react-query";
import { send } from "@/api";
import type { WaitingRoomStatus, WaitingRoomView } from "@/api";

/** Marks the heading of a room, to which a rejected booking leads. */
export const HEADING_PART = "waiting_room";

/** The poll before the first answer, and after one that failed. */
const USUAL_MS = 10_000;
/** Pages that opened at the same moment ask at different ones. */
const SPREAD = 0.2;

/**
 * Returns the places in the restaurant's waiting rooms. A page in the background asks, too: it keeps the turn. The room
 * that may change soonest sets the pace.
 */
export function waitingRoomQuery(slug: string) {
  return queryOptions({
    queryKey: ["waiting-room", slug],
    queryFn: ({ signal }) => send("GET", "/users/api/waiting_rooms/{slug}", { path: { slug }, signal }),
    refetchInterval: ({ state }) => Math.min(...pollsOf(state.data)) * (1 + SPREAD * Math.random()),
    refetchIntervalInBackground: true,
  });
}

function pollsOf(status: WaitingRoomStatus | undefined): number[] {
  const polls = roomsOf(status).map(({ poll_after_ms: poll }) => poll);
  return polls.length > 0 ? polls : [USUAL_MS];
}

/** Returns the rooms of the openings that are near, the current one first. */
export function roomsOf(status: WaitingRoomStatus | undefined): WaitingRoomView[] {
  return status?.waiting_room ? [status.waiting_room, ...status.others] : [];
}
