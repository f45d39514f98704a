import { redirect } from "react-router";
import type { LoaderFunction } from "react-router";
import { PageProblem } from "@seki/shared/navigation";
import { addressOfWindow, fetchPage, rememberPage } from "@/owner/api";
import type { Page, PageName } from "@/owner/api";
import { localePrefixOf } from "../navigation";
import { holdPage, pageLoader } from "../navigation/page-loader";

/** Time to wait for the server if a cached day exists, in milliseconds. */
const TIMEOUT_MS = 5_000;

const cachedDay = async (address: string) => (await import("./days")).cachedDay(address).catch(() => null);

function remembered(day: Page): Page {
  rememberPage(day);
  return day;
}

/**
 * Returns the page to show in place of the page inside the HTML. The frame that a service worker serves offline becomes
 * the cached day at its address, if there is one. A window at another restaurant than the session's gets its own page.
 */
export async function revivePage(page: Page, address: string): Promise<Page> {
  if (page.page === "owner_away") return (await cachedDay(address)) ?? page;
  const own = addressOfWindow(page, address);
  return own === null ? page : await pageAt(own, page);
}

/** Returns the window's own page; the page inside the HTML if that one is missing or the request fails. */
async function pageAt(address: string, instead: Page): Promise<Page> {
  try {
    const { page, redirectedTo } = await fetchPage(address);
    // The flash of the document is in no other response.
    return redirectedTo === null ? { ...page, flash: instead.flash } : instead;
  } catch {
    return instead;
  }
}

/** Stores the first page for its loader. The offline frame is not a page of the address, which is fetched again. */
export function holdDay(address: string, page: Page): void {
  holdPage(page.page === "owner_away" ? "" : address, page);
}

/** Redirects a floor page that is not cached to its cached day, if there is one. */
async function dayInstead(pathname: string, search: string): Promise<Response | null> {
  const path = pathname.replace("/floor_plans/", "/daily_calendars/");
  if (path === pathname || (await cachedDay(path + search)) === null) return null;
  return redirect(path.slice(localePrefixOf(path).length) + search);
}

/** Loads a day. If the server is unreachable or slow, it returns the cached day; without one it keeps waiting. */
export const dayLoader =
  (name: PageName): LoaderFunction =>
  async (args) => {
    const { pathname, search } = new URL(args.request.url);
    let isAnswered = false;
    const fetched = Promise.resolve(pageLoader(name)(args)).finally(() => (isAnswered = true));
    const kept = async () => {
      const day = await cachedDay(pathname + search);
      return day === null ? dayInstead(pathname, search) : remembered(day);
    };
    const late = async () => {
      await new Promise((done) => setTimeout(done, TIMEOUT_MS));
      const day = isAnswered ? null : await cachedDay(pathname + search);
      // The server may have responded while the cache was read.
      if (isAnswered) return fetched;
      if (day !== null) return remembered(day);
      return (await dayInstead(pathname, search)) ?? fetched;
    };
    try {
      return await Promise.race([fetched, late()]);
    } catch (error) {
      const day = error instanceof PageProblem && error.status === null ? await kept() : null;
      if (day === null) throw error;
      return day;
    }
  };
