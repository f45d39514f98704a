import type { LoaderFunctionArgs } from "react-router";
import { redirect, replace } from "react-router";
import { ApiError, NetworkError } from "../api/http";
import { leaving } from "../api/client";
import type { FetchedPage } from "../api/client";
import type { Schemas } from "../api/types";
import { browser, hasUnsavedInput } from "./browser";
import { localePrefixOf, withoutLocalePrefix } from "./locale-prefix";
import { showRejection } from "./rejections";

/** A page that the server rejected, or did not return. */
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
  /** The name of the error page. */
  errorPage: string;
  /** Whether the application's forms store unsaved input, so that it is not lost with the document. */
  storesInput?: boolean;
  /** Whether a page stays as it is if it is loaded again without a connection, such as after a failed write. */
  keepsPage?: boolean;
}

/** Returns the loaders of an application's routes. A route's data is its own address, read as JSON. */
export function pageLoading<Page extends { page: string; data: unknown }>({
  fetchPage,
  rememberPage,
  errorPage,
  storesInput = false,
  keepsPage = false,
}: Pages<Page>) {
  let ready: { address: string; page: Page } | null = null;
  let loaded: { address: string; page: Page } | null = null;

  /** Stores a page that was read before the router requests it, such as the one inside the HTML. */
  function holdPage(address: string, page: Page): void {
    rememberPage(page);
    ready = { address, page };
  }

  /** Reads a page in the background, and stores it for the router. Throws if it cannot be read. */
  async function readAhead(address: string, signal: AbortSignal): Promise<void> {
    const { page, redirectedTo } = await fetchPage(address, signal);
    if (redirectedTo === null && !signal.aborted) ready = { address, page };
  }

  function pageLoader(name: Page["page"]) {
    return async ({ request }: LoaderFunctionArgs): Promise<Page> => {
      const url = new URL(request.url);
      const address = url.pathname + url.search;
      const page = takeHeld(address) ?? (await readPage(address, request.signal));
      if (page.page === errorPage) {
        const { status, title, message } = page.data as Schemas["Page_ErrorPageData"]["data"];
        throw new PageProblem(status, title, message);
      }
      if (page.page !== name) throw new PageProblem(404);
      if (keepsPage) loaded = { address, page };
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
      if (error instanceof ApiError) return await refused(error, address, storesInput);
      if (error instanceof NetworkError && loaded?.address === address) return loaded.page;
      if (error instanceof NetworkError) throw new PageProblem(null);
      throw error;
    }
  }

  /**
   * Redirects the router to the address that responded, where it finds the page already read. An address without a
   * language is read again with this page's language; one with another language is another document.
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
    readAhead,
    pageLoader,
    /** Loads an address that has no page here. The server decides the error. */
    missingPageLoader: pageLoader(errorPage),
  };
}

/**
 * Handles a rejected page. Signed out: requests the document, because the server remembers the return address only for
 * documents; a page whose unsaved input would be lost stays. A page that no longer exists, such as a hold that has become a booking, redirects and replaces its entry
 * in the history. Otherwise the page shows the reason in the reader's language, which a problem's `title` is not (RFC
 * 9457 makes it the phrase of HTTP).
 */
async function refused({ status, problem }: ApiError, address: string, storesInput: boolean): Promise<never> {
  if (status === 401) {
    // A refresh of the open page must not ask whether to leave it.
    const isLost = !storesInput && isSamePage(address, window.location.href) && hasUnsavedInput();
    if (!isLost) browser.assign(address);
    return await leaving<never>();
  }
  const message = problem.message ?? problem.detail;
  if (problem.redirect_to && !isSamePage(problem.redirect_to, address)) {
    showRejection(message);
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
