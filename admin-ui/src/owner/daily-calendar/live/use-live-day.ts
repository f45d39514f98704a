import { useEffect, useRef, useState } from "react";
import { inWindow } from "@/owner/api";

/** Changes that come in a heap are fetched once. */
const SETTLE_MS = 120;
/** Without the stream the day is asked for this often. */
const POLL_MS = 15_000;

/**
 * Calls `reload` whenever something on the day has changed: the server's stream says so, or asking from time to time
 * while there is none. Answers whether the stream is there.
 */
export function useLiveDay(date: string, reload: () => Promise<void>): boolean {
  const [isLive, setIsLive] = useState(false);
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });

  useEffect(() => {
    let settling: ReturnType<typeof setTimeout> | undefined;
    let isConnected = false;
    let wasConnected = false;
    const refresh = () => {
      clearTimeout(settling);
      settling = setTimeout(() => void latest.current(), SETTLE_MS);
    };
    const connected = (next: boolean) => {
      isConnected = next;
      setIsLive(next);
    };
    const source = new EventSource(inWindow(`/owners/api/daily_calendars/${date}/events`));
    source.addEventListener("open", () => {
      // The stream does not repeat what changed while it was down.
      if (wasConnected && !isConnected) refresh();
      wasConnected = true;
      connected(true);
    });
    source.addEventListener("change", refresh);
    source.addEventListener("error", () => connected(false));
    const poll = setInterval(() => {
      if (!isConnected && document.visibilityState === "visible") refresh();
    }, POLL_MS);
    const onVisible = () => {
      if (!isConnected && document.visibilityState === "visible") refresh();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      source.close();
      clearInterval(poll);
      clearTimeout(settling);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [date]);

  return isLive;
}
