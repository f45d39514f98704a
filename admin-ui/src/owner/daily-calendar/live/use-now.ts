import { useSyncExternalStore } from "react";
import { minutesOfDay } from "@/console/ui/times";
import { serverNow } from "@/owner/api";
import { dateInZone, formatTime } from "@seki/shared/civil-time";

let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = serverNow();
    timer = setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

/** Returns the day and minute of a zone, as `2026-12-08 18:30`. Its users rerender once a minute. */
export function useMinute(timeZone: string): string {
  return useSyncExternalStore(
    subscribe,
    () => `${dateInZone(now, timeZone)} ${formatTime(now.toISOString(), "ja", timeZone)}`,
  );
}

/** Returns the minutes of the business day that have passed, up to 29:00; null on another day. */
export function useMinuteOfDay(date: string, timeZone: string): number | null {
  return useSyncExternalStore(subscribe, () => minutesOfDay(now, date, timeZone));
}

/** Returns the server's time, updated each second (owner §2). */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}

/** Converts a time of this browser's clock to the server's clock. */
export function byServer(moment: number): Date {
  return new Date(moment + serverNow().getTime() - Date.now());
}
