import type { Schemas } from "@/admin/api";

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

/** Fields of a search; blank matches all. */
export interface Search {
  name: string;
  area: string;
  cuisine: string;
}

/** Parameters of the page's address that its own calls read. */
export const LIST_ADDRESS = ["type", "name", "area", "cuisine"] as const;

export function searchOf(address: URLSearchParams): Search {
  return { name: address.get("name") ?? "", area: address.get("area") ?? "", cuisine: address.get("cuisine") ?? "" };
}

export function listTypeOf(address: URLSearchParams): ListType {
  return LIST_TYPES.find((type) => type === address.get("type")) ?? LIST_TYPES[0];
}

export function isNarrowed({ name, area, cuisine }: Search): boolean {
  return name.trim() !== "" || area !== "" || cuisine !== "";
}

/** Returns the query of a search, with a keyword for each word. */
export function searchQuery({ name, area, cuisine }: Search): string {
  const query = new URLSearchParams();
  for (const word of name.split(/\s+/).filter(Boolean)) query.append("search_keywords[]", word);
  if (area !== "") query.set("area", area);
  if (cuisine !== "") query.set("cuisine", cuisine);
  return query.toString();
}

/** Returns the kind of pin of a restaurant. */
export function kindOf({ is_delivery_only, has_delivery_setting }: Listed): "normal" | "ec" {
  return is_delivery_only || has_delivery_setting ? "ec" : "normal";
}
