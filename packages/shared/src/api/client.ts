import { type Signed, csrfToken, rememberCsrfToken, renewCsrfToken } from "../shell/csrf-token";
import type { AnswerOf, Arguments, CallOf, Method, PathOf } from "./calls";
import { ApiError, answerOf, filled, jsonOf, problemOf, retryTimeOf, withQuery } from "./http";
import type { Problem } from "./types";

/**
 * Sends a request of this browser's session. Throws a rejection as `ApiError`. A write whose token became invalid
 * because another tab signed in or out is retried once if the same person is signed in.
 */
export async function request(address: string, init: RequestInit): Promise<Response> {
  try {
    return await ask(address, init);
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== "csrf" || !(await hasNewToken())) throw error;
    return await ask(address, init);
  }
}

/** Fetches the open page and takes its token. Throws the 401 response if the person is signed out. */
async function hasNewToken(): Promise<boolean> {
  const headers = { Accept: "application/json" };
  const page = await answerOf(window.location.href, { headers, credentials: "same-origin" });
  if (page.status === 401) throw new ApiError(await problemOf(page));
  return page.ok && renewCsrfToken((await jsonOf(page)) as Signed);
}

async function ask(address: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("Accept", "application/json");
  if (init.method !== undefined && init.method !== "GET") headers.set("X-CSRF-Token", csrfToken());
  if (typeof init.body === "string") headers.set("Content-Type", "application/json");
  const response = await answerOf(address, { ...init, headers, credentials: "same-origin" });
  rememberCsrfToken(response.headers.get("X-CSRF-Token"));
  if (!response.ok) throw new ApiError(await problemOf(response), retryTimeOf(response));
  return response;
}

/** Returns a promise that never settles, for a page that is being left. */
export function leaving<Nothing>(): Promise<Nothing> {
  return new Promise(() => undefined);
}

/** The function with which an application sends its requests: `request`, or a wrapper around it. */
export type Requester = typeof request;

interface Sent {
  path?: object;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * Returns a function that sends the server's calls, with path, parameters, body and response typed by the OpenAPI
 * document. A rejection that `followRejection` handles leads to another page and never returns to the caller.
 */
export function callsOver(sendRequest: Requester, followRejection: (problem: Problem) => boolean = () => false) {
  return async function send<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...[call]: Arguments<CallOf<M, P>>
  ): Promise<AnswerOf<M, P>> {
    const { path: parameters, query, body, signal }: Sent = call ?? {};
    const sent = sendRequest(withQuery(filled(path, parameters), query), {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const response = await sent.catch((error: unknown) => {
      if (error instanceof ApiError && followRejection(error.problem)) return leaving<Response>();
      throw error;
    });
    return (await jsonOf(response)) as AnswerOf<M, P>;
  };
}

export interface FetchedPage<Page> {
  page: Page;
  /** The final address after the server's redirects; null without a redirect. */
  redirectedTo: string | null;
}

/** Fetches a page's own address as JSON, and passes the page to `remember`. */
export function pagesOver<Page>(sendRequest: Requester, remember: (page: Page) => void) {
  return async function fetchPage(address: string, signal?: AbortSignal): Promise<FetchedPage<Page>> {
    const response = await sendRequest(address, signal ? { signal } : {});
    const page = (await jsonOf(response)) as Page;
    remember(page);
    return { page, redirectedTo: response.redirected ? response.url : null };
  };
}
