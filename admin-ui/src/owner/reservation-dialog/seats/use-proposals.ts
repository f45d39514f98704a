import { useQuery } from "@tanstack/react-query";
import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useDebounced } from "../use-customer-search";
import { SEARCH_DEBOUNCE } from "../model";
import type { Wanted } from "./wanted";

export type Proposal = Schemas["SeatProposal"];

/** Where a party could sit: at the time that is wanted, or else at the nearest ones. */
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
    // Of another day nothing is shown, not even for a moment: it would be pressed.
    placeholderData: (before, query) => (query?.queryKey[1] === date ? before : undefined),
    // Somebody may have taken the seats a moment ago.
    staleTime: 0,
    retry: false,
  });
  const isSettled = settled === asked && !isFetching;
  const found = settled === "" || isError ? null : (data ?? null);
  return { found, isSettled, isError: settled !== "" && isError };
}
