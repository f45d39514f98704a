import type { Problem } from "./types";

/** A non-2xx response, with the server's problem document. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;
  /** Milliseconds after which the server accepts a retry; 0 if it names no time. */
  readonly retryAfterMs: number;

  constructor(problem: Problem, retryAfterMs = 0) {
    super(problemMessage(problem) ?? `HTTP ${problem.status}`);
    this.name = "ApiError";
    this.status = problem.status;
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No response: the network or the server is down. */
export class NetworkError extends Error {
  /** As in `ApiError`, for a proxy without a server behind it. */
  readonly retryAfterMs: number;

  constructor(retryAfterMs = 0) {
    super("network");
    this.name = "NetworkError";
    this.retryAfterMs = retryAfterMs;
  }
}

export function problemMessage(problem: Problem): string | undefined {
  return problem.message ?? problem.detail ?? problem.error_message ?? problem.error;
}

/** A running server responds to a read within seconds; a network that swallows requests never does. */
const READ_LIMIT_MS = 15_000;

/** Aborts a read that gets no response in time. A write is not aborted, because its outcome would be unknown. */
async function fetched(address: string, init: RequestInit): Promise<Response> {
  if (init.method !== undefined && init.method !== "GET") return fetch(address, init);
  const { signal } = init;
  const given = new AbortController();
  const abortRequest = () => given.abort(signal?.reason);
  const timer = setTimeout(() => given.abort(new NetworkError()), READ_LIMIT_MS);
  if (signal?.aborted) abortRequest();
  signal?.addEventListener("abort", abortRequest);
  try {
    return await fetch(address, { ...init, signal: given.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a `NetworkError` for a failed request or response, and the error itself if the request was aborted. */
function connectionError(error: unknown): Error {
  return error instanceof Error && error.name === "AbortError" ? error : new NetworkError();
}

export async function answerOf(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetched(address, init);
  } catch (error) {
    throw connectionError(error);
  }
}

/**
 * Returns the body of a response, or null if it is not JSON. Throws a `NetworkError` if the network cuts the body off.
 */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw connectionError(error);
  });
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * Returns the `Retry-After` of a response in milliseconds, at most an hour; 0 without one in seconds. A timer of more
 * than 24 days would end immediately.
 */
export function retryTimeOf({ headers }: Response): number {
  const seconds = Number(headers.get("Retry-After"));
  return seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : 0;
}

/**
 * Returns the problem document of a response. A proxy without a server behind it returns no readable message: that
 * counts as no response.
 */
export async function problemOf(response: Response): Promise<Problem> {
  const body = await jsonOf(response);
  if (body === null && response.status >= 500) throw new NetworkError(retryTimeOf(response));
  return body !== null && typeof body === "object"
    ? { ...(body as Partial<Problem>), status: response.status }
    : { status: response.status };
}

/** Returns `/r/{slug}` with its parameters filled in. */
export function filled(path: string, parameters: object = {}): string {
  return Object.entries(parameters).reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
}

export function withQuery(path: string, query?: object): string {
  if (!query) return path;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") params.set(name, String(value));
  }
  const text = params.toString();
  return text === "" ? path : `${path}?${text}`;
}
