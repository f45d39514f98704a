import type { LoaderFunctionArgs } from "react-router";
import { redirect, replace } from "react-router";
import { ApiError, NetworkError } from "../api/http";
import { leaving } from "../api/client";
import type { FetchedPage } from "../api/client";
import type { Schemas } from "../api/types";
import { browser } from "./browser";
import { localePrefixOf, withoutLocalePrefix } from "./locale-prefix";
import { sayRefused } from "./refusals";

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

interface Pages<Page> {
  fetchPage: (address: string, signal?: AbortSignal) => Promise<FetchedPage<Page>>;
  rememberPage: (page: Page) => void;
  /** The name of the page that says why there is no page. */
  errorPage: string;
}

/** The loaders of an application's routes: a route's data is its own address, read as JSON. */
export function pageLoading<Page extends { page: string; data: unknown }>({
  fetchPage,
  rememberPage,
  errorPage,
}: Pages<Page>) {
  let ready: { address: string; page: Page } | null = null;

  /** Hands over a page read before the router asks for it, such as the one inside the HTML. */
  function holdPage(address: string, page: Page): void {
    rememberPage(page);
    ready = { address, page };
  }

  function pageLoader(name: Page["page"]) {
    return async ({ request }: LoaderFunctionArgs): Promise<Page> => {
      const url = new URL(request.url);
      const address = url.pathname + url.search;
      const page = takeHeld(address) ?? (await readPage(address, request.signal));
      if (page.page === errorPage) {
        const { status, title, message } = page.data as Schemas["Page_ErrorPage"]["data"];
        throw new PageProblem(status, title, message);
      }
      if (page.page !== name) throw new PageProblem(404);
      return page;
    };
  }

  function takeHeld(address: string): Page | null {
    const held = ready;
    ready = null;
    return held?.address === address ? held.page : null;
  }

  async function readPage(address: string, signal: AbortSignal): Promise<Page> {
    try {
      const { page, redirectedTo } = await fetchPage(address, signal);
      if (redirectedTo !== null) throw await followed(new URL(redirectedTo), address, page);
      return page;
    } catch (error) {
      if (error instanceof ApiError) return await refused(error, address);
      if (error instanceof NetworkError) throw new PageProblem(null);
      throw error;
    }
  }

  /**
   * The server answered from another address: the router goes there, and finds the page already read. An address without a language
   * is read anew in the one of this page; one in another language is another document.
   */
  async function followed(target: URL, from: string, page: Page): Promise<Response> {
    const prefix = localePrefixOf(new URL(from, target).pathname);
    const next = localePrefixOf(target.pathname);
    if (next !== prefix && next !== "") {
      browser.assign(target.href);
      return await leaving<never>();
    }
    if (next === prefix) ready = { address: target.pathname + target.search, page };
    return redirect(target.pathname.slice(next.length) + target.search);
  }

  return {
    holdPage,
    pageLoader,
    /** An address of no page here: the server says what it is. */
    missingPageLoader: pageLoader(errorPage),
  };
}

/**
 * Signed out: the server remembers the way back only for documents, so ask for one. A page that is no more, such as a hold that has
 * become a booking, leads on, and takes its own place in the history. Else the page says why there is none: in the reader's language,
 * which a problem's `title` is not (RFC 9457 makes it the phrase of HTTP).
 */
async function refused({ status, problem }: ApiError, address: string): Promise<never> {
  if (status === 401) {
    browser.assign(address);
    return await leaving<never>();
  }
  const message = problem.message ?? problem.detail;
  if (problem.redirect_to && !isSamePage(problem.redirect_to, address)) {
    sayRefused(message);
    throw replace(withoutLocalePrefix(problem.redirect_to));
  }
  throw new PageProblem(status, undefined, message);
}

function isSamePage(target: string, address: string): boolean {
  return pathOf(target) === pathOf(address);
}

function pathOf(address: string): string {
  return withoutLocalePrefix(new URL(address, window.location.href).pathname);
}
