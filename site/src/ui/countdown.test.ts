import { act, renderHook } from "@testing-library/react";
import { serverNow } from "@seki/shared/shell";
import { expect, it, vi } from "vitest";
import { useCountdown, useSecondsUntil } from "./countdown";

/** Stops the clock and the interval of a countdown. */
const stopClock = () => vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });

const inSeconds = (seconds: number) => new Date(serverNow().getTime() + seconds * 1000).toISOString();

it("counts to a postponed deadline from its first second", () => {
  stopClock();
  const { result, rerender } = renderHook(useSecondsUntil, { initialProps: inSeconds(60) });
  expect(result.current).toBe(60);
  const extended = inSeconds(360);
  vi.setSystemTime(Date.now() + 30_000);
  rerender(extended);
  expect(result.current).toBe(330);
});

const read = () => ({ seconds: 600 });

it("restarts for data that was read again with the same total", () => {
  stopClock();
  const { result, rerender } = renderHook((hold) => useCountdown(hold.seconds, hold), { initialProps: read() });
  act(() => void vi.advanceTimersByTime(300_000));
  rerender(read());
  expect(result.current).toBe(600);
});
