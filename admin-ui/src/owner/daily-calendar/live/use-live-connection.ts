import { useCallback, useEffect, useRef, useState } from "react";
import { inWindow, onNoAnswer } from "@/owner/api";
import { followDay } from "./connection";
import type { Follower, Connection } from "./connection";

/**
 * Follows a day while its calendar is open. Returns the state of the connection, `refresh`, which reads the day
 * immediately and resolves to whether that succeeded, and `reload`, which ignores the outcome.
 */
export function useLiveConnection(
  date: string,
  read: (signal: AbortSignal) => Promise<boolean>,
  since: number | undefined,
): { connection: Connection; refresh: () => Promise<boolean>; reload: () => Promise<void> } {
  const [connection, setConnection] = useState<Connection>(() => ({
    state: since === undefined ? "polling" : "offline",
    asOf: since ?? Date.now(),
  }));
  const [begun] = useState(since);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const follower = useRef<Follower>(null);
  useEffect(() => {
    const own = followDay({
      events: inWindow(`/owners/api/daily_calendars/${date}/events`),
      read: (signal) => latest.current(signal),
      onConnection: setConnection,
      since: begun,
    });
    follower.current = own;
    const unsubscribe = onNoAnswer(own.suspect);
    return () => {
      unsubscribe();
      own.stop();
    };
  }, [date, begun]);
  const refresh = useCallback(async () => (await follower.current?.refresh()) ?? false, []);
  const reload = useCallback(async () => void (await refresh()), [refresh]);
  return { connection, refresh, reload };
}
