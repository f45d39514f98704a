import type { FilterPayload, SortPayload } from "ra-core";

/** The order in which the server lists a page's rows. */
export const AS_LISTED = { field: "listed", order: "ASC" } as const;
export const PAGE_SIZE = 20;
export const PAGE_SIZES = [PAGE_SIZE, 50, 100];

/** Page, length and order of a list. */
export interface ListView {
  page: number;
  perPage: number;
  sort: SortPayload;
}

/** Returns the query of a filter, with the parameters of the specification (owner section 7). */
export type QueryOf = (filter: FilterPayload) => string;

/** Returns page, length and order of an address. Unknown values count as missing, as on the server. */
export function viewOf(search: string): ListView {
  const query = new URLSearchParams(search);
  const perPage = Number(query.get("perPage"));
  const field = query.get("sort") ?? AS_LISTED.field;
  return {
    page: Math.max(1, Math.trunc(Number(query.get("page"))) || 1),
    perPage: PAGE_SIZES.includes(perPage) ? perPage : PAGE_SIZE,
    sort: field === AS_LISTED.field ? AS_LISTED : { field, order: query.get("order") === "DESC" ? "DESC" : "ASC" },
  };
}

/** Returns the address of a list: the filter's own parameters, then what differs from the page's defaults. */
export function searchOf(filterQuery: string, { page, perPage, sort }: ListView): string {
  const query = new URLSearchParams(filterQuery);
  if (page > 1) query.set("page", String(page));
  if (perPage !== PAGE_SIZE) query.set("perPage", String(perPage));
  if (sort.field !== AS_LISTED.field) {
    query.set("sort", sort.field);
    query.set("order", sort.order);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Returns the address of other conditions, in the order of the current one. */
export function searchFor(filterQuery: string, current: string): string {
  return searchOf(filterQuery, { ...viewOf(current), page: 1 });
}

/** Returns the parameters in which react-admin reads a list's state. */
export function adminSearchOf(filter: FilterPayload, { page, perPage, sort }: ListView): string {
  const state = { page: String(page), perPage: String(perPage), sort: sort.field, order: sort.order };
  return `?${new URLSearchParams({ ...state, filter: JSON.stringify(filter) })}`;
}

/** Returns the address for the parameters that react-admin writes. */
export function searchOfAdmin(adminSearch: string, queryOf: QueryOf): string {
  const filter = JSON.parse(new URLSearchParams(adminSearch).get("filter") ?? "{}") as FilterPayload;
  return searchOf(queryOf(filter), viewOf(adminSearch));
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== false && value !== "";
}

/** Returns the fields of a filter that narrow the list. */
export function conditionsOf(filter: object): FilterPayload {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => isSet(value)));
}
