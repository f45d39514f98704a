import { redirect } from "react-router";
import type { LoaderFunction } from "react-router";
import { PageProblem } from "@seki/shared/navigation";
import { addressOfWindow, fetchPage, rememberPage } from "@/owner/api";
import type { Page, PageName } from "@/owner/api";
import { localePrefixOf } from "../navigation";
import { holdPage, pageLoader } from "../navigation/page-loader";

/** So long the server is waited for where a picture of the day is kept. */
const TIMEOUT_MS = 5_000;

const keptDay = async (address: string) => (await import("./days")).keptDay(address).catch(() => null);

function remembered(day: Page): Page {
  rememberPage(day);
  return day;
}

/**
 * What is shown in place of the page inside the HTML. Of the frame that a service worker shows without a line: the day at its
 * address, if it is kept. Of a window at another restaurant than the session's: the same page at its own.
 */
export async function revivePage(page: Page, address: string): Promise<Page> {
  if (page.page === "owner_away") return (await keptDay(address)) ?? page;
  const own = addressOfWindow(page, address);
  return own === null ? page : await pageAt(own, page);
}

/** A page that the window's restaurant has not, or that does not come, is shown as it is in the HTML. */
async function pageAt(address: string, instead: Page): Promise<Page> {
  try {
    const { page, redirectedTo } = await fetchPage(address);
    // What the document was to say, it says nowhere else.
    return redirectedTo === null ? { ...page, flash: instead.flash } : instead;
  } catch {
    return instead;
  }
}

/** The frame alone is the page of no address: whatever was asked for is asked for again. */
export function holdDay(address: string, page: Page): void {
  holdPage(page.page === "owner_away" ? "" : address, page);
}

/** Of a floor that nobody has looked at here: its day, where that is kept. */
async function dayInstead(pathname: string, search: string): Promise<Response | null> {
  const path = pathname.replace("/floor_plans/", "/daily_calendars/");
  if (path === pathname || (await keptDay(path + search)) === null) return null;
  return redirect(path.slice(localePrefixOf(path).length) + search);
}

/** A day that cannot be had is shown as it was last seen; one that was never seen waits for the line. */
export const keptLoader =
  (name: PageName): LoaderFunction =>
  async (args) => {
    const { pathname, search } = new URL(args.request.url);
    let isAnswered = false;
    const fetched = Promise.resolve(pageLoader(name)(args)).finally(() => (isAnswered = true));
    const kept = async () => {
      const day = await keptDay(pathname + search);
      return day === null ? dayInstead(pathname, search) : remembered(day);
    };
    const late = async () => {
      await new Promise((done) => setTimeout(done, TIMEOUT_MS));
      const day = isAnswered ? null : await keptDay(pathname + search);
      // The server may have answered while the picture was looked for.
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
