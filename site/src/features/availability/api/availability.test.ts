import { CancelledError, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aCalendar } from "@/testing/builders";
import { monthQuery } from "./availability";

const TODAY = "2026-11-21";
const BODY = { dates: [], available_dates: [], past_cutoff_dates: [], closed_dates: [], has_availability: false };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Begins to load a month with the given delays. Returns the requests sent so far. */
function load(min_delay_ms: number, max_delay_ms: number) {
  const request = vi.fn<typeof fetch>(() => Promise.resolve(new Response(JSON.stringify({ ...BODY, data: BODY }))));
  vi.stubGlobal("fetch", request);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const query = monthQuery("sushi-kagura", "2026-12", aCalendar(TODAY, "2026-12-31", { min_delay_ms, max_delay_ms }));
  const loaded = client.fetchQuery(query);
  return { client, query, loaded, request };
}

//
it.each([
  [0, 400],
  [0.5, 700],
  [0.999, 999.4],
])("waits between the delays of the restaurant before it loads a month (random %s: %s ms)", async (random, delay) => {
  vi.spyOn(Math, "random").mockReturnValue(random);
  const { loaded, request } = load(400, 1000);
  await vi.advanceTimersByTimeAsync(Math.floor(delay) - 1);
  expect(request).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2);
  expect(request).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  await expect(loaded).resolves.toMatchObject({ has_availability: false });
});

it("takes the minimum delay if the maximum is smaller", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.999);
  const { request } = load(500, 100);
  await vi.advanceTimersByTimeAsync(499);
  expect(request).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(request).toHaveBeenCalledTimes(1);
});

it("sends no request for a month that is left during the delay", async () => {
  const { client, query, loaded, request } = load(400, 400);
  const failure = loaded.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(100);
  await client.cancelQueries({ queryKey: query.queryKey });
  await vi.advanceTimersByTimeAsync(1000);
  expect(request).not.toHaveBeenCalled();
  expect(await failure).toBeInstanceOf(CancelledError);
});
