import { queryOptions } from "@tanstack/react-query";
import { send } from "@/api";

/** The poll before the first answer, and after one that failed. */
const USUAL_MS = 10_000;
/** Pages that opened at the same moment ask at different ones. */
const SPREAD = 0.2;

/** Returns the place in the restaurant's waiting room. A page in the background asks, too: it keeps the turn. */
export function waitingRoomQuery(slug: string) {
  return queryOptions({
    queryKey: ["waiting-room", slug],
    queryFn: ({ signal }) => send("GET", "/users/api/waiting_rooms/{slug}", { path: { slug }, signal }),
    refetchInterval: ({ state }) =>
      (state.data?.waiting_room?.poll_after_ms ?? USUAL_MS) * (1 + SPREAD * Math.random()),
    refetchIntervalInBackground: true,
  });
}
