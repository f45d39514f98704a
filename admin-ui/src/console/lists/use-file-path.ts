import { useListContext } from "ra-core";

/** Returns the server's file of all rows of the list's filter, as a path relative to the resources of the API. */
export function useFilePath(): string {
  const { resource, filterValues, sort } = useListContext();
  const query = new URLSearchParams({
    filter: JSON.stringify(filterValues),
    sort: JSON.stringify([sort.field, sort.order]),
  });
  return `${resource}.csv?${query}`;
}
