import { useEffect, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Schemas } from "@/owner/api";
import { fetchHits } from "./customer-hits";
import type { ChosenCustomer } from "../bookings/chosen-customer";
import type { Search } from "./model";
import { SEARCH_DEBOUNCE } from "./model";

/** Returns a value after it has not changed for some milliseconds. A search does not call the server for each key. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** Returns the customers that a search finds; none before the first result and without a query. */
export function useCustomerSearch(search: Search) {
  const way = useDebounced(search.way, SEARCH_DEBOUNCE);
  const text = useDebounced(search.text, SEARCH_DEBOUNCE);
  const wantedName = "name" in search ? (search.name ?? "") : "";
  const name = useDebounced(wantedName, SEARCH_DEBOUNCE);
  const asks = way !== "nothing" && way !== "too_short";
  const { data, isFetching, isError } = useQuery({
    queryKey: ["customer-search", way, text, name],
    queryFn: ({ signal }) => (asks ? fetchHits({ way, text, name }, signal) : null),
    enabled: asks,
    placeholderData: keepPreviousData,
    // A customer that was added a moment ago must be found.
    staleTime: 0,
  });
  const isSettled = way === search.way && text === search.text && name === wantedName && !isFetching;
  const { hits, isByNameOnly } = (asks ? data : null) ?? { hits: [], isByNameOnly: false };
  return { hits, isByNameOnly, isSettled, isError: asks && isError };
}

/** Converts a result of the search to the chosen customer. */
export function chosenOf(hit: Schemas["CustomerHit"]): ChosenCustomer {
  return {
    uid: hit.uid,
    type: hit.type,
    name: hit.display_fullname,
    group: hit.label,
    visits: hit.visit_count,
    phone: hit.display_phone_number,
    email: hit.email ?? hit.invitation_email ?? "",
    isBlacklisted: hit.is_blacklisted,
    hasAllergy: hit.has_allergy,
    isKnown: false,
    isInvited: false,
  };
}
