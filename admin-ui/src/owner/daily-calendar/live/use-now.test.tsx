import { renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { item } from "../testing/sheet";
import { useLateItems } from "../service/use-late-items";
import { useMinuteOfDay } from "./use-now";

const DATE = "2026-12-08";
const ZONE = "Asia/Tokyo";
const at = (instant: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(instant) });

afterEach(() => void vi.useRealTimers());

it.each([
  ["in the evening", "2026-12-08T09:30:00Z", 18 * 60 + 30],
  ["after midnight", "2026-12-08T15:30:00Z", 24 * 60 + 30],
  ["after the business day", "2026-12-08T20:00:00Z", null],
])("counts the minutes of the business day %s", (_, instant, minutes) => {
  at(instant);
  const { result } = renderHook(() => useMinuteOfDay(DATE, ZONE));
  expect(result.current).toBe(minutes);
});

it("finds the parties that overstay after midnight", () => {
  at("2026-12-08T15:30:00Z");
  const service = { state: "seated", arrived_at: null, seated_at: "22:00", bill_at: null, left_at: null } as const;
  const party = (uid: string, end_time: string) => item({ uid, start_time: "22:00", end_time, service });
  const day = { date: DATE, items: [party("over", "24:15"), party("staying", "25:00")] };
  const { result } = renderHook(() => useLateItems(day as unknown as Parameters<typeof useLateItems>[0], ZONE));
  expect([...result.current]).toEqual([["over", "overrun"]]);
});
