import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { showFlash, withdrawFlash } from "../shell/flash";
import { useNotices } from "./use-notices";

const notice = (message: string, sticky = false) => ({ kind: "notice" as const, message, sticky });

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

// F209
it("shows earlier messages, drops passing ones in time, and keeps sticky ones until they are closed", () => {
  showFlash(notice("early"));
  const { result, unmount } = renderHook(() => useNotices());
  const texts = () => result.current.shown.map(({ message }) => message);
  expect(texts()).toEqual(["early"]);
  act(() => showFlash(notice("stays", true)));
  act(() => showFlash(notice("early")));
  expect(texts()).toEqual(["stays", "early"]);
  act(() => vi.advanceTimersByTime(4999));
  expect(texts()).toEqual(["stays", "early"]);
  act(() => vi.advanceTimersByTime(1));
  expect(texts()).toEqual(["stays"]);
  act(() => result.current.close(result.current.shown[0]?.id ?? 0));
  expect(texts()).toEqual([]);
  unmount();
});

it("drops a message that is withdrawn, before and after it is shown", () => {
  showFlash(notice("unread", true));
  withdrawFlash("unread");
  const { result, unmount } = renderHook(() => useNotices());
  act(() => showFlash(notice("free", true)));
  act(() => showFlash(notice("stays", true)));
  act(() => withdrawFlash("free"));
  expect(result.current.shown.map(({ message }) => message)).toEqual(["stays"]);
  unmount();
});
