import type { DataProvider, GetListParams } from "ra-core";
import { request, send } from "@/admin/api";
import { PINNED, isNarrowed, kindOf, listTypeOf, searchQuery } from "./list-address";
import type { Listed, RestaurantFilter } from "./list-address";

/** The order in which the server lists the restaurants. */
export const AS_LISTED = { field: "listed", order: "ASC" } as const;

/** Writes of many restaurants. */
export interface RestaurantChange {
  is_admin_pinned: boolean;
}

/** Time for which another page or order of the same restaurants needs no second call. */
const KEPT_MS = 10_000;
const kept = new Map<string, { view: string; at: number; rows: Promise<Listed[]> }>();

/**
 * The restaurants for react-admin, by the calls that the specification names (admin section 7). A call returns all
 * restaurants of a list, so they are sorted and divided into pages here.
 */
export const restaurantProvider: Pick<DataProvider, "getList" | "updateMany"> = {
  getList: async (_, { filter, sort, pagination }: GetListParams) => {
    const rows = await rowsOf(queryOf(filter as RestaurantFilter), JSON.stringify([sort, pagination]));
    const { page, perPage } = pagination ?? { page: 1, perPage: rows.length };
    const sorted = sort === undefined || sort.field === AS_LISTED.field ? rows : sortedBy(rows, sort);
    return { data: sorted.slice((page - 1) * perPage, page * perPage) as never[], total: rows.length };
  },
  updateMany: async (_, { ids, data, meta }) => {
    const { is_admin_pinned } = data as RestaurantChange;
    const { rows } = meta as { rows: readonly Listed[] };
    for (const row of rows) await setPinned(row, is_admin_pinned);
    forgetRestaurants();
    return { data: ids };
  },
};

function queryOf(filter: RestaurantFilter): string {
  if (filter.type === PINNED) return `type=${PINNED}`;
  return isNarrowed(filter) ? searchQuery(filter) : `type=${listTypeOf(filter)}`;
}

/** Pins a restaurant for all admins, or unpins it. */
export function setPinned(row: Listed, isPinned: boolean): Promise<unknown> {
  const restaurant_id = String(row.id);
  return isPinned
    ? send("POST", "/admin/pinned_restaurants", { query: { restaurant_id, restaurant_type: kindOf(row) } })
    : send("DELETE", "/admin/pinned_restaurants", { query: { restaurant_id } });
}

/** Forgets the rows that were read before a write. */
export function forgetRestaurants(): void {
  kept.clear();
}

/** Returns the rows of a query. The same view again is a request for new rows. */
function rowsOf(query: string, view: string): Promise<Listed[]> {
  const now = performance.now();
  for (const [key, { at }] of kept) if (now - at > KEPT_MS) kept.delete(key);
  const known = kept.get(query);
  if (known !== undefined && known.view !== view) {
    known.view = view;
    return known.rows;
  }
  const rows = read(query);
  kept.set(query, { view, at: now, rows });
  rows.catch(() => kept.delete(query));
  return rows;
}

async function read(query: string): Promise<Listed[]> {
  const answer = await request(`/admin/api/restaurant_future?${query}`, {});
  return (await answer.json()) as Listed[];
}

const inJapanese = new Intl.Collator("ja", { numeric: true });

/** Sorts by a field such as `operation.or_starts_at`. Restaurants without a value are last. */
function sortedBy(rows: readonly Listed[], { field, order }: { field: string; order: "ASC" | "DESC" }): Listed[] {
  const direction = order === "ASC" ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: valueAt(row, field) }));
  return keyed
    .toSorted((one, other) => {
      if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
      return direction * compare(one.key, other.key);
    })
    .map(({ row }) => row);
}

function valueAt(row: Listed, field: string): string | number | null {
  const value = field.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], row);
  if (typeof value === "boolean") return Number(value);
  return typeof value === "string" || typeof value === "number" ? value : null;
}

function compare(one: string | number, other: string | number): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : inJapanese.compare(String(one), String(other));
}
