import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useOffline } from "../offline/use-offline";
import { takenKey } from "./model";

type Day = Schemas["OwnerDailyCalendarPage"];

/** Fetches the waiting list of a day. Its proposals are fetched again after each change of the occupied seats. */
export function useWaiting({ date, items }: Day) {
  const { isDisconnected } = useOffline();
  const { data, isError, refetch } = useQuery({
    queryKey: ["waiting-list", date, takenKey(items)],
    queryFn: async ({ signal }) => {
      const { data: entries } = await send("GET", "/owners/api/waiting_list", { query: { date }, signal });
      return entries;
    },
    // Fetched again after a reconnection.
    enabled: !isDisconnected,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { entries: data ?? [], isError: isError && !isDisconnected, refetch: () => void refetch() };
}
