import { useEffect } from "react";
import { browser } from "@/console/api";

const RETRY_MS = [1_000, 2_000, 4_000] as const;
const TIMEOUT_MS = 4_000;

/** While `isDisconnected`, polls the page's own address until the server responds, and then reloads the page. */
export function useReloadOnReconnect(isDisconnected: boolean): void {
  useEffect(() => {
    if (!isDisconnected) return;
    let attempts = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const check = async () => {
      clearTimeout(timer);
      const hasResponse = await isServerUp();
      if (isStopped) return;
      if (hasResponse) return browser.reload();
      wait();
    };
    const wait = () => {
      timer = setTimeout(() => void check(), RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)]);
      attempts += 1;
    };
    const onOnline = () => void check();
    window.addEventListener("online", onOnline);
    wait();
    return () => {
      isStopped = true;
      clearTimeout(timer);
      window.removeEventListener("online", onOnline);
    };
  }, [isDisconnected]);
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
