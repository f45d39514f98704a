import { ApiError, send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { codeOf } from "../quick-search/search-kind";

type Hit = Schemas["CustomerHit"];

export interface Hits {
  hits: readonly Hit[];
  /** Whether no guest has the number or the address: the guests of the name that was typed with it. */
  isByNameOnly: boolean;
}

/** A search that the server answers. */
export interface CustomerQuery {
  way: "name" | "tel" | "email" | "visitorName";
  text: string;
  /** The name that was typed with a number or an address; empty without one. */
  name: string;
}

/**
 * Fetches the guests of a search. If there are none, it fetches the guests of the name that was typed with a number, or the
 * guest of the reservation with this code.
 */
export async function fetchHits({ way, text, name }: CustomerQuery, signal: AbortSignal): Promise<Hits> {
  const search = async (type: CustomerQuery["way"], q: string) =>
    (await send("GET", "/owners/api/customers", { query: { type, q }, signal })).data;
  const hits = await search(way, text);
  if (hits.length > 0) return { hits, isByNameOnly: false };
  if (name !== "") return { hits: await search("name", name), isByNameOnly: true };
  const code = way === "name" ? codeOf(text) : null;
  return { hits: code === null ? [] : await guestsOfCode(code, signal), isByNameOnly: false };
}

async function guestsOfCode(code: string, signal: AbortSignal): Promise<Hit[]> {
  const uid = await customerOfCode(code, signal);
  if (uid === null) return [];
  const { data } = await send("GET", "/owners/customers/{uid}", { path: { uid }, signal });
  const { customer, allergy_description, dislikes, no_show_count } = data;
  return [{ ...customer, restaurant_name: "", allergy_description, dislikes, no_show_count }];
}

async function customerOfCode(code: string, signal: AbortSignal): Promise<string | null> {
  try {
    const { data } = await send("GET", "/owners/api/reservations/by_code/{code}", { path: { code }, signal });
    return data.customer_uid;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
