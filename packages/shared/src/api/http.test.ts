import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NetworkError, NoResponseError, answerOf, jsonOf, problemOf } from "./http";

/** A network that swallows requests: a request ends only when it is aborted. */
const swallowing: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
  });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a request without a response", () => {
  it("times out if it is a read", async () => {
    vi.stubGlobal("fetch", swallowing);
    const asked = answerOf("/a", {}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await asked).toBeInstanceOf(NetworkError);
    expect(await asked).not.toBeInstanceOf(NoResponseError);
  });

  it.each<[string, RequestInit]>([
    ["with a body", { method: "POST", body: "{}" }],
    ["without a body", { method: "DELETE" }],
  ])("times out with an unknown outcome if it is a write %s, after the server's own limit", async (_, init) => {
    const settled = vi.fn<(error: unknown) => void>();
    vi.stubGlobal("fetch", swallowing);
    void answerOf("/a", init).catch(settled);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(settled).toHaveBeenCalledExactlyOnceWith(expect.any(NoResponseError));
  });

  it("does not time out if it is an upload", async () => {
    const settled = vi.fn<() => void>();
    vi.stubGlobal("fetch", swallowing);
    void answerOf("/a", { method: "POST", body: new FormData() }).finally(settled);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(settled).not.toHaveBeenCalled();
  });

  it("has an unknown outcome after a time limit of its caller", async () => {
    vi.stubGlobal("fetch", swallowing);
    const caller = new AbortController();
    const asked = answerOf("/a", { method: "PUT", body: "{}", signal: caller.signal }).catch((error: unknown) => error);
    caller.abort(Object.assign(new Error("time is over"), { name: "TimeoutError" }));
    expect(await asked).toBeInstanceOf(NoResponseError);
  });

  it("is aborted by its caller, with the caller's reason", async () => {
    vi.stubGlobal("fetch", swallowing);
    const caller = new AbortController();
    const asked = answerOf("/a", { signal: caller.signal }).catch((error: unknown) => error);
    caller.abort();
    expect(await asked).toHaveProperty("name", "AbortError");
  });
});

describe("a response that the network cuts off", () => {
  it("counts as no response", async () => {
    const cut = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"data":'));
        controller.error(new TypeError("network error"));
      },
    });
    await expect(jsonOf(new Response(cut))).rejects.toBeInstanceOf(NetworkError);
  });
});

describe("a response that is not a problem document", () => {
  it("counts as no response if it comes from a proxy without a server", async () => {
    await expect(problemOf(new Response("<h1>502</h1>", { status: 502 }))).rejects.toBeInstanceOf(NetworkError);
    expect(await problemOf(new Response("", { status: 404 }))).toEqual({ status: 404 });
  });

  it.each([
    ["12", 12_000],
    ["3000000", 3_600_000],
    ["Wed, 21 Oct 2026 07:28:00 GMT", 0],
    [undefined, 0],
  ])("names the time of a retry in seconds (%s)", async (header, expected) => {
    const headers: HeadersInit = header === undefined ? {} : { "Retry-After": header };
    const problem = problemOf(new Response("", { status: 503, headers }));
    await expect(problem).rejects.toMatchObject({ retryAfterMs: expected });
  });
});
