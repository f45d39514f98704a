import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NetworkError, answerOf, jsonOf, problemOf } from "./http";

/** A line that swallows everything: only calling off ends a request. */
const swallowing: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
  });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a request that is never answered", () => {
  it("is given up when it is a question", async () => {
    vi.stubGlobal("fetch", swallowing);
    const asked = answerOf("/a", {}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await asked).toBeInstanceOf(NetworkError);
  });

  it("is waited for when it writes", async () => {
    const settled = vi.fn<() => void>();
    vi.stubGlobal("fetch", swallowing);
    void answerOf("/a", { method: "POST" }).finally(settled);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(settled).not.toHaveBeenCalled();
  });

  it("is called off by whoever asked, for their reason", async () => {
    vi.stubGlobal("fetch", swallowing);
    const caller = new AbortController();
    const asked = answerOf("/a", { signal: caller.signal }).catch((error: unknown) => error);
    caller.abort();
    expect(await asked).toHaveProperty("name", "AbortError");
  });
});

describe("an answer that the line cuts off", () => {
  it("is none", async () => {
    const cut = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"data":'));
        controller.error(new TypeError("network error"));
      },
    });
    await expect(jsonOf(new Response(cut))).rejects.toBeInstanceOf(NetworkError);
  });
});

describe("an answer that is no problem document", () => {
  it("of a proxy without a server is none", async () => {
    await expect(problemOf(new Response("<h1>502</h1>", { status: 502 }))).rejects.toBeInstanceOf(NetworkError);
    expect(await problemOf(new Response("", { status: 404 }))).toEqual({ status: 404 });
  });
});
