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

/** No response to a write in time. The server may have executed it: the outcome is unknown. */
export class NoResponseError extends NetworkError {}

export function problemMessage(problem: Problem): string | undefined {
  return problem.message ?? problem.detail ?? problem.error_message ?? problem.error;
}

/** A running server responds to a read within seconds; a network that swallows requests never does. */
const READ_LIMIT_MS = 15_000;
/** A running server responds to a write within 30 seconds, if only to report that it gave up. */
const WRITE_LIMIT_MS = 45_000;

function isRead({ method }: RequestInit): boolean {
  return method === undefined || method === "GET";
}

/** Returns the time limit of a request, in milliseconds; null for an upload, whose time depends on its size. */
function limitOf(init: RequestInit): number | null {
  if (isRead(init)) return READ_LIMIT_MS;
  const isUpload = typeof init.body !== "string" && init.body !== undefined && init.body !== null;
  return isUpload ? null : WRITE_LIMIT_MS;
}

/** Aborts a request that gets no response in time. */
async function fetched(address: string, init: RequestInit): Promise<Response> {
  const limit = limitOf(init);
  if (limit === null) return fetch(address, init);
  const { signal } = init;
  const given = new AbortController();
  const abortRequest = () => given.abort(signal?.reason);
  const endInTime = () => given.abort(isRead(init) ? new NetworkError() : new NoResponseError());
  const timer = setTimeout(endInTime, limit);
  if (signal?.aborted) abortRequest();
  signal?.addEventListener("abort", abortRequest);
  try {
    return await fetch(address, { ...init, signal: given.signal });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a `NetworkError` for a failed request or response, a `NoResponseError` after a time limit, and the error
 * itself if the request was aborted.
 */
function connectionError(error: unknown): Error {
  if (error instanceof NetworkError) return error;
  if (!(error instanceof Error)) return new NetworkError();
  if (error.name === "AbortError") return error;
  return error.name === "TimeoutError" ? new NoResponseError() : new NetworkError();
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
