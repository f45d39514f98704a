import { useEffect } from "react";
import { browser } from "@/console/api";

const RETRY_MS = [1_000, 2_000, 4_000] as const;
const TIMEOUT_MS = 4_000;

/** While `isAway`, asks for the page's own address until the server answers it, and then loads the page anew. */
export function useReturn(isDisconnected: boolean): void {
  useEffect(() => {
    if (!isDisconnected) return;
    let tries = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const look = async () => {
      clearTimeout(timer);
      const hasAnswered = await answers();
      if (isStopped) return;
      if (hasAnswered) return browser.reload();
      wait();
    };
    const wait = () => {
      timer = setTimeout(() => void look(), RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
      tries += 1;
    };
    const onLine = () => void look();
    window.addEventListener("online", onLine);
    wait();
    return () => {
      isStopped = true;
      clearTimeout(timer);
      window.removeEventListener("online", onLine);
    };
  }, [isDisconnected]);
}

async function answers(): Promise<boolean> {
  try {
    const headers = { Accept: "application/json" };
    const { status } = await fetch(window.location.href, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return status < 500;
  } catch {
    return false;
  }
}
