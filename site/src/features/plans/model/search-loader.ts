import type { LoaderFunctionArgs } from "react-router";
import type { Page, PageData } from "@/api";
import { PageProblem, pageLoader } from "@/navigation";

/** `refused`: the form of a search that the server rejected, without results. */
export type SearchPageData = PageData["premium_restaurants"] & { refused?: true };

const UNPROCESSABLE = 422;

/**
 * Loads a search. A rejected search shows its form again, with messages next to the fields. The form's data comes from
 * the search without conditions; the rejected conditions stay in the address.
 */
export async function searchLoader(args: LoaderFunctionArgs): Promise<Page> {
  const load = pageLoader("premium_restaurants");
  try {
    return await load(args);
  } catch (error) {
    if (!(error instanceof PageProblem) || error.status !== UNPROCESSABLE) throw error;
    const url = new URL(args.request.url);
    const [{ faultsOf, searchIn }, page] = await Promise.all([
      import("./search"),
      load({ ...args, request: new Request(url.origin + url.pathname, { signal: args.request.signal }) }),
    ]);
    const form = page.data as SearchPageData;
    const faults = faultsOf(searchIn(url.searchParams, form.today), form.today);
    // Rejected for a reason that concerns no field.
    if (Object.keys(faults).length === 0) throw error;
    const none = { restaurants: [], total_count: 0, current_page: 1, has_more: false };
    const data: SearchPageData = { ...form, ...none, refused: true };
    return { ...page, data };
  }
}
