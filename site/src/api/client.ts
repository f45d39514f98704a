import type { AnswerOf, Arguments, CallOf, Method, PathOf } from "./calls";
import type { Page, Problem } from "./types";
import { rememberPage, csrfToken, rememberCsrfToken } from "./site-state";

/** A non-2xx answer, with the server's problem document. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problemMessage(problem) ?? `HTTP ${problem.status}`);
    this.name = "ApiError";
    this.status = problem.status;
    this.problem = problem;
  }
}

/** No answer at all: the network or the server is away. */
export class NetworkError extends Error {
  constructor() {
    super("network");
    this.name = "NetworkError";
  }
}

export function problemMessage(problem: Problem): string | undefined {
  return problem.message ?? problem.detail ?? problem.error_message ?? problem.error;
}

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

async function answerOf(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new NetworkError();
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

async function problemOf(response: Response): Promise<Problem> {
  const body = await jsonOf(response);
  return body !== null && typeof body === "object"
    ? { ...(body as Partial<Problem>), status: response.status }
    : { status: response.status };
}

/** `/r/{slug}` with its slug. */
function filled(path: string, parameters: object = {}): string {
  return Object.entries(parameters).reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
}

function withQuery(path: string, query?: object): string {
  if (!query) return path;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") params.set(name, String(value));
  }
  const text = params.toString();
  return text === "" ? path : `${path}?${text}`;
}
