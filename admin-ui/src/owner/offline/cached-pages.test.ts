import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MockInstance } from "vitest";
import * as api from "@/owner/api";
import type { Page } from "@/owner/api";
import { PageProblem } from "@seki/shared/navigation";
import * as pages from "../navigation/page-loader";
import * as days from "./days";
import { dayLoader, revivePage } from "./cached-pages";

const [FETCHED, KEPT] = [{ page: "fetched" }, { page: "kept" }] as unknown as [Page, Page];
const args = { request: new Request("http://localhost/owners/daily_calendars/2026-12-08") } as never;

let remembered: ReturnType<typeof vi.spyOn>;
let kept: MockInstance<typeof days.cachedDay>;

/** A server response that the test resolves or rejects. */
function server(): { resolve: (page: Page) => void; reject: (error: Error) => void } {
  let ways!: ReturnType<typeof server>;
  const answer = new Promise<Page>((resolve, reject) => {
    ways = { resolve, reject };
  });
  vi.spyOn(pages, "pageLoader").mockReturnValue(() => answer);
  return ways;
}

const load = () => dayLoader("owner_daily_calendar")(args, undefined as never);

beforeEach(() => {
  vi.useFakeTimers();
  remembered = vi.spyOn(api, "rememberPage").mockImplementation(() => undefined);
  kept = vi.spyOn(days, "cachedDay").mockResolvedValue(KEPT as never);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("ignores the cached day after a server response", async () => {
  const { resolve } = server();
  const loaded = load();
  resolve(FETCHED);
  expect(await loaded).toBe(FETCHED);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(kept).not.toHaveBeenCalled();
  expect(remembered).not.toHaveBeenCalled();
});

it("shows the cached day after a timeout", async () => {
  server();
  const loaded = load();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await loaded).toBe(KEPT);
  expect(remembered).toHaveBeenCalledExactlyOnceWith(KEPT);
});

it("shows the cached day after a failure, and waits if there is none", async () => {
  const { reject } = server();
  const loaded = load();
  reject(new PageProblem(null));
  expect(await loaded).toBe(KEPT);

  kept.mockResolvedValue(null);
  const other = server();
  const waiting = load();
  await vi.advanceTimersByTimeAsync(60_000);
  other.resolve(FETCHED);
  expect(await waiting).toBe(FETCHED);
});

it("redirects from a floor that is not cached to its cached day", async () => {
  const floor = { request: new Request("http://localhost/en/owners/floor_plans/2026-12-08?x=1") } as never;
  kept.mockImplementation((address) => Promise.resolve((address.includes("floor_plans") ? null : KEPT) as never));
  const { reject } = server();
  const loaded = dayLoader("owner_floor_plan")(floor, undefined as never);
  reject(new PageProblem(null));
  const answer = (await loaded) as Response;
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/owners/daily_calendars/2026-12-08?x=1"]);
  expect(remembered).not.toHaveBeenCalled();
});

it("shows a reloaded window its own restaurant's page with the document's flash", async () => {
  const flash = [{ kind: "notice", message: "保存しました。", sticky: false }];
  const document = { page: "owner_customers", flash } as unknown as Page;
  const own = { page: "owner_customers", flash: [], data: "own" } as unknown as Page;
  const address = vi.spyOn(api, "addressOfWindow").mockReturnValue("/owners/customers?restaurant_slug=own");
  const fetchPage = vi.spyOn(api, "fetchPage").mockResolvedValue({ page: own, redirectedTo: null });
  expect(await revivePage(document, "/owners/customers")).toEqual({ ...own, flash });
  expect(fetchPage).toHaveBeenCalledExactlyOnceWith("/owners/customers?restaurant_slug=own");

  fetchPage.mockResolvedValue({ page: own, redirectedTo: "http://localhost/owners" });
  expect(await revivePage(document, "/owners/customers"), "a redirect").toBe(document);
  fetchPage.mockRejectedValue(new Error("404"));
  expect(await revivePage(document, "/owners/customers"), "the page does not exist at this restaurant").toBe(document);
  address.mockReturnValue(null);
  fetchPage.mockClear();
  expect(await revivePage(document, "/owners/customers")).toBe(document);
  expect(fetchPage).not.toHaveBeenCalled();
});
