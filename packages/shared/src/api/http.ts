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

export async function answerOf(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new NetworkError();
  }
}

export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export async function problemOf(response: Response): Promise<Problem> {
  const body = await jsonOf(response);
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
