import { useEffect } from "react";
import { browser } from "./browser";

const RETRY_MS = [1_000, 2_000, 4_000] as const;
const TIMEOUT_MS = 4_000;
/** A page that still fails after a reload is not reloaded again sooner. */
const RELOAD_INTERVAL_MS = 60_000;
/** Where the time of the last automatic reload is stored, for the document that it loads. */
const STORED = "seki.reloaded_at";

const openedAt = Date.now();

interface Options {
  /** Polls also before the browser reports a connection: a stopped server leaves the browser online. */
  polls?: boolean;
}

/**
 * While `isDisconnected`, reloads the page when the browser reports a connection and the server responds at the page's
 * own address. For pages that show an error: a reload loses what is typed.
 */
export function useReloadOnReconnect(isDisconnected: boolean, { polls = false }: Options = {}): void {
  useEffect(() => {
    if (!isDisconnected) return;
    let attempts = 0;
    let checks = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async () => {
      clearTimeout(timer);
      checks += 1;
      const own = checks;
      const hasResponse = await isServerUp();
      // The component is gone, or a later check decides.
      if (own !== checks) return;
      const pause = hasResponse ? pauseBeforeReload() : retryPause();
      if (hasResponse && pause === 0) reload();
      else checkIn(pause);
    };
    const retryPause = () => {
      attempts += 1;
      return RETRY_MS[Math.min(attempts, RETRY_MS.length) - 1] ?? 0;
    };
    const checkIn = (pause: number) => {
      timer = setTimeout(() => void check(), pause);
    };
    const onOnline = () => void check();
    window.addEventListener("online", onOnline);
    if (polls) checkIn(retryPause());
    return () => {
      checks += 1;
      clearTimeout(timer);
      window.removeEventListener("online", onOnline);
    };
  }, [isDisconnected, polls]);
}

function reload(): void {
  try {
    window.sessionStorage.setItem(STORED, String(Date.now()));
  } catch {
    // The storage is blocked: the start of the document counts.
  }
  browser.reload();
}

/** Returns the milliseconds until another automatic reload is allowed. */
function pauseBeforeReload(): number {
  const left = lastReload() + RELOAD_INTERVAL_MS - Date.now();
  return Math.min(Math.max(0, left), RELOAD_INTERVAL_MS);
}

/** Returns the time of the last automatic reload in milliseconds. Without storage, the document may be its result. */
function lastReload(): number {
  try {
    return Number(window.sessionStorage.getItem(STORED));
  } catch {
    return openedAt;
  }
}

async function isServerUp(): Promise<boolean> {
  try {
    const headers = { Accept: "application/json" };
    const { status } = await fetch(window.location.href, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return status < 500;
  } catch {
    return false;
  }
}
