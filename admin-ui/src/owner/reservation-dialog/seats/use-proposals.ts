import { useQuery } from "@tanstack/react-query";
import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useDebounced } from "../use-customer-search";
import { SEARCH_DEBOUNCE } from "../model";
import type { Wanted } from "./wanted";

export type Proposal = Schemas["SeatProposal"];

/** Fetches seat proposals for a party at the requested time, and at the nearest other times. */
export function useProposals(date: string, wanted: Wanted | null) {
  const asked = wanted === null ? "" : `${wanted.guests} ${wanted.time}`;
  const settled = useDebounced(asked, SEARCH_DEBOUNCE);
  const [guests = "", time = ""] = settled.split(" ");
  const { data, isFetching, isError } = useQuery({
    queryKey: ["seat-proposals", date, settled],
    queryFn: async ({ signal }) => {
      const query = { date, guests_count: Number(guests), starts_at: time };
      return (await send("GET", "/owners/api/seat_proposals", { query, signal })).data;
    },
    enabled: settled !== "",
    // Never shows proposals of another day, not even for a moment: they would be chosen.
    placeholderData: (before, query) => (query?.queryKey[1] === date ? before : undefined),
    // The seats may have been taken a moment ago.
    staleTime: 0,
    retry: false,
  });
  const isSettled = settled === asked && !isFetching;
  const found = settled === "" || isError ? null : (data ?? null);
  return { found, isSettled, isError: settled !== "" && isError };
}
