import { useCallback, useEffect, useRef, useState } from "react";
import { inWindow } from "@/owner/api";
import { followDay } from "./line";
import type { Follower, Line } from "./line";

/** Follows a day while its calendar is open: how far its picture can be believed, and how to read it at once. */
export function useLine(
  date: string,
  read: (signal: AbortSignal) => Promise<boolean>,
): { line: Line; refresh: () => Promise<void> } {
  const [line, setLine] = useState<Line>(() => ({ state: "polling", asOf: Date.now() }));
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const follower = useRef<Follower>(null);
  useEffect(() => {
    const own = followDay({
      events: inWindow(`/owners/api/daily_calendars/${date}/events`),
      read: (signal) => latest.current(signal),
      onLine: setLine,
    });
    follower.current = own;
    return () => own.stop();
  }, [date]);
  const refresh = useCallback(async () => follower.current?.refresh(), []);
  return { line, refresh };
}
