import type { AnswerOf, Arguments, CallOf, Method, PathOf } from "@site/api/calls";
import { ApiError, answerOf, filled, jsonOf, problemOf, withQuery } from "@site/api/http";
import { csrfToken, rememberCsrfToken, rememberPage, restaurantOfWindow } from "./office-state";
import { browser } from "./leave";
import type { Page } from "./types";

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
  const response = await request(inWindow(withQuery(filled(path, parameters), query)), {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  return (await jsonOf(response)) as AnswerOf<M, P>;
}

/** A request of the signed-in owner's. A refusal is thrown; who is signed out is sent to the door. */
export async function request(address: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("Accept", "application/json");
  if (init.method !== undefined && init.method !== "GET") headers.set("X-CSRF-Token", csrfToken());
  if (typeof init.body === "string") headers.set("Content-Type", "application/json");
  // A removal that was kept waiting may leave with the document.
  const keepalive = init.method === "DELETE";
  const response = await answerOf(address, { ...init, headers, keepalive, credentials: "same-origin" });
  rememberCsrfToken(response.headers.get("X-CSRF-Token"));
  if (response.ok) return response;
  const error = new ApiError(await problemOf(response));
  if (error.status === 401) return await leaveForTheDoor();
  throw error;
}

/** The address of a call, with the restaurant of this window. */
export function inWindow(address: string): string {
  const slug = restaurantOfWindow();
  if (slug === undefined || /[?&](owners_)?restaurant_slug=/.test(address)) return address;
  return `${address}${address.includes("?") ? "&" : "?"}restaurant_slug=${encodeURIComponent(slug)}`;
}

/** Fetches a page's own address as JSON. */
export async function fetchPage(address: string, signal?: AbortSignal): Promise<FetchedPage> {
  const asked = inWindow(address);
  const response = await request(asked, signal ? { signal } : {});
  const page = (await jsonOf(response)) as Page;
  rememberPage(page);
  return { page, redirectedTo: response.redirected ? response.url : null };
}

export interface FetchedPage {
  page: Page;
  redirectedTo: string | null;
}

/** Signed out: the server remembers the way back only for documents, so ask for one. */
function leaveForTheDoor(): Promise<never> {
  browser.reload();
  return new Promise<never>(() => undefined);
}
