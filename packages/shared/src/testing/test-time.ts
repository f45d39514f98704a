import { vi } from "vitest";

/** The time at which every test begins that does not set another one: no test must depend on the day on which it runs. */
const TEST_TIME = "2026-11-30T12:00:00+09:00";

/** Sets the clock, which runs on from there, and leaves the timers real. */
export function setTestTime(): void {
  vi.useFakeTimers({ now: new Date(TEST_TIME), toFake: ["Date"], shouldAdvanceTime: true });
}
