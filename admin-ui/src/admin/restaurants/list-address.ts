import type { Schemas } from "@/admin/api";

/** Name of the resource, and the last part of the list's address. */
export const RESTAURANTS = "restaurants";

export type Listed = Schemas["AdminListedRestaurant"];

/** The lists by online start, in the order of their tabs (admin §2). */
export const LIST_TYPES = [
  "osa_future_normal",
  "osa_future_ec",
  "osa_super_future_normal",
  "osa_super_future_ec",
  "oea_past_normal",
  "oea_past_ec",
] as const;
export type ListType = (typeof LIST_TYPES)[number];

/** The list of the pinned restaurants. */
export const PINNED = "pinned";

/** Fields of a search; blank matches all. */
export interface Search {
  name: string;
  area: string | number;
  cuisine: string | number;
}

/** Parameters of an address that names a list or a search. */
export const LIST_ADDRESS = ["type", "name", "area", "cuisine"] as const;

/** A list by online start, or the pinned restaurants; a search replaces it. */
export interface RestaurantFilter extends Partial<Search> {
  type?: string;
}

/**
 * Returns the parameters in which react-admin keeps a list's state, if an address names the list or the search in
 * plain parameters: links do.
 */
export function ownAddress(address: URLSearchParams): string | null {
  const named = LIST_ADDRESS.filter((field) => address.has(field));
  if (named.length === 0) return null;
  const filter = named.map((field) => [field, address.get(field)]).filter(([, value]) => value !== "");
  const own = new URLSearchParams(address);
  for (const field of named) own.delete(field);
  own.set("filter", JSON.stringify(Object.fromEntries(filter)));
  return own.toString();
}

export function listTypeOf(filter: RestaurantFilter): ListType {
  return LIST_TYPES.find((type) => type === filter.type) ?? LIST_TYPES[0];
}

export function isNarrowed({ name = "", area = "", cuisine = "" }: Partial<Search>): boolean {
  return name.trim() !== "" || area !== "" || cuisine !== "";
}

/** Returns the query of a search, with a keyword for each word. */
export function searchQuery({ name = "", area = "", cuisine = "" }: Partial<Search>): string {
  const query = new URLSearchParams();
  for (const word of name.split(/\s+/).filter(Boolean)) query.append("search_keywords[]", word);
  if (area !== "") query.set("area", String(area));
  if (cuisine !== "") query.set("cuisine", String(cuisine));
  return query.toString();
}

/** Returns the kind of pin of a restaurant. */
export function kindOf({ is_delivery_only, has_delivery_setting }: Listed): "normal" | "ec" {
  return is_delivery_only || has_delivery_setting ? "ec" : "normal";
}
