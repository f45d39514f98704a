import type { AnswerOf, Arguments, CallOf, Method, PathOf } from "./calls";
import { ApiError, answerOf, filled, jsonOf, problemOf, withQuery } from "./http";
import type { Page } from "./types";
import { rememberPage, csrfToken, rememberCsrfToken } from "./site-state";

interface Sent {
  path?: object;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
}

/** One of the server's calls: its path, parameters, body and answer are those of the OpenAPI document. */
export async function send<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[call]: Arguments<CallOf<M, P>>
): Promise<AnswerOf<M, P>> {
  const { path: parameters, query, body, signal }: Sent = call ?? {};
  const headers = new Headers({ Accept: "application/json" });
  if (method !== "GET") headers.set("X-CSRF-Token", csrfToken());
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const response = await answerOf(withQuery(filled(path, parameters), query), {
    method,
    headers,
    credentials: "same-origin",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  rememberCsrfToken(response.headers.get("X-CSRF-Token"));
  if (!response.ok) throw new ApiError(await problemOf(response));
  return (await jsonOf(response)) as AnswerOf<M, P>;
}

/** Fetches a page's own address as JSON. */
export async function fetchPage(address: string, signal?: AbortSignal): Promise<FetchedPage> {
  const response = await answerOf(address, {
    headers: { Accept: "application/json" },
    credentials: "same-origin",
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw new ApiError(await problemOf(response));
  const page = (await jsonOf(response)) as Page;
  rememberPage(page);
  return { page, redirectedTo: response.redirected ? response.url : null };
}

export interface FetchedPage {
  page: Page;
  redirectedTo: string | null;
}
