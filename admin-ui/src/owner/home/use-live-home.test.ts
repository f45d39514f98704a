import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import * as navigation from "@/owner/navigation";
import { useLiveHome } from "./use-live-home";

const MINUTE_MS = 60_000;

const homeOf = (today: string) => ({ page: "owner_home", data: { days: [{ date: today }] } });
const fetchPage = vi.fn<(address: string) => Promise<unknown>>();
const turn = (state: DocumentVisibilityState) => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function open() {
  const { result, unmount } = renderHook(() => useLiveHome());
  return { today: () => result.current.days[0]?.date, close: unmount };
}

beforeEach(() => {
  vi.useFakeTimers();
  fetchPage.mockReset();
  fetchPage.mockResolvedValue({ page: homeOf("2026-12-02"), redirectedTo: null });
  vi.spyOn(api, "fetchPage").mockImplementation(fetchPage as never);
  vi.spyOn(navigation, "usePage").mockReturnValue({ data: homeOf("2026-12-01").data } as never);
  turn("visible");
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("is read each minute, shows the new business day, and keeps it after a failure", async () => {
  const { today } = open();
  expect(today()).toBe("2026-12-01");
  await pass(MINUTE_MS);
  expect(today()).toBe("2026-12-02");
  fetchPage.mockRejectedValueOnce(new api.NetworkError());
  await pass(MINUTE_MS);
  expect(fetchPage).toHaveBeenCalledTimes(2);
  expect(today()).toBe("2026-12-02");
});

it("is not read while it is hidden, and as soon as it becomes visible", async () => {
  const { today } = open();
  turn("hidden");
  await pass(10 * MINUTE_MS);
  expect(fetchPage).not.toHaveBeenCalled();
  turn("visible");
  await pass(0);
  expect(fetchPage).toHaveBeenCalledOnce();
  expect(today()).toBe("2026-12-02");
});

it("is not read after it was left", async () => {
  const { close } = open();
  close();
  turn("visible");
  await pass(MINUTE_MS);
  expect(fetchPage).not.toHaveBeenCalled();
});
