import type { Problem } from "./types";

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

/** A server that is up answers a question within seconds; a line that swallows everything never does. */
const READ_LIMIT_MS = 15_000;

/** A question is given up when nothing came back for too long. A write is not: whether it was done would be unknown. */
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

/** What the line did to a request or an answer, unless it was called off. */
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

/** The body of an answer; null for what is no JSON. One that is cut off by the line is no answer. */
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

/** What the server says is wrong. A proxy that has no server behind it says nothing that people could read: that is no answer. */
export async function problemOf(response: Response): Promise<Problem> {
  const body = await jsonOf(response);
  if (body === null && response.status >= 500) throw new NetworkError();
  return body !== null && typeof body === "object"
    ? { ...(body as Partial<Problem>), status: response.status }
    : { status: response.status };
}

/** `/r/{slug}` with its slug. */
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
