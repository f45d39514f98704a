import type { LoaderFunctionArgs } from "react-router";
import { redirect } from "react-router";
import { ApiError, NetworkError, browser, fetchPage, rememberPage } from "@/api";
import type { Page, PageName } from "@/api";
import { localePrefixOf } from "@site/navigation/locale-prefix";

/** A page the server refused, or never answered. */
export class PageProblem extends Error {
  constructor(
    readonly status: number | null,
    readonly title?: string,
    readonly detail?: string,
  ) {
    super(title ?? String(status));
    this.name = "PageProblem";
  }
}

let ready: { address: string; page: Page } | null = null;

/** Hands over a page read before the router asks for it, such as the one inside the HTML. */
export function holdPage(address: string, page: Page): void {
  rememberPage(page);
  ready = { address, page };
}

export function pageLoader(name: PageName) {
  return async ({ request }: LoaderFunctionArgs): Promise<Page> => {
    const url = new URL(request.url);
    const address = url.pathname + url.search;
    const page = takeHeld(address) ?? (await readPage(address, request.signal));
    if (page.page === "owner_error") {
      const { status, title, message } = (page as Page<"owner_error">).data;
      throw new PageProblem(status, title, message);
    }
    if (page.page !== name) throw new PageProblem(404);
    return page;
  };
}

/** An address of no page here: the server says what it is. */
export const missingPageLoader = pageLoader("owner_error");

function takeHeld(address: string): Page | null {
  const held = ready;
  ready = null;
  return held?.address === address ? held.page : null;
}

async function readPage(address: string, signal: AbortSignal): Promise<Page> {
  try {
    const { page, redirectedTo } = await fetchPage(address, signal);
    if (redirectedTo !== null) throw followed(new URL(redirectedTo), page);
    return page;
  } catch (error) {
    if (error instanceof ApiError) {
      throw new PageProblem(error.status, error.problem.title, error.problem.message ?? error.problem.detail);
    }
    if (error instanceof NetworkError) throw new PageProblem(null);
    throw error;
  }
}

/** The server answered from another address: the router goes there, and finds the page already read. */
function followed(target: URL, page: Page): Response {
  const prefix = localePrefixOf(window.location.pathname);
  if (localePrefixOf(target.pathname) !== prefix) browser.assign(target.href);
  ready = { address: target.pathname + target.search, page };
  return redirect(target.pathname.slice(prefix.length) + target.search);
}
