import { useCallback } from "react";
import { useHref, useLocation, useRevalidator } from "react-router";
import { ApiError, NetworkError } from "@/api";
import { readAhead } from "./page-loader";

const RETRY_MS = 5_000;
/** A random part of it is added, because pages that failed at the same moment would retry together. */
const RETRY_SPREAD_MS = 5_000;

/**
 * Returns a function that reads the data of the open page again in the background. The page stays while the server does
 * not respond or is busy, and the read is repeated, no earlier than the server asks for; any other rejection is shown
 * instead of the page. An abort ends the attempts.
 */
export function useRenewal(): (signal: AbortSignal) => Promise<void> {
  const { revalidate } = useRevalidator();
  const address = useOwnAddress();
  return useCallback(
    async (signal: AbortSignal) => {
      let wait = await retryWait(address, signal);
      while (wait !== null) {
        const ms = wait;
        await new Promise((resolve) => setTimeout(resolve, ms));
        wait = await retryWait(address, signal);
      }
      if (!signal.aborted) await revalidate();
    },
    [address, revalidate],
  );
}

/**
 * Returns a function that reads the data of the open page once in the background. If that fails, the page stays as it
 * is. An abort drops the data.
 */
export function useBackgroundRefresh(): (signal: AbortSignal) => Promise<void> {
  const { revalidate } = useRevalidator();
  const address = useOwnAddress();
  return useCallback(
    async (signal: AbortSignal) => {
      try {
        await readAhead(address, signal);
      } catch {
        return;
      }
      if (!signal.aborted) await revalidate();
    },
    [address, revalidate],
  );
}

function useOwnAddress(): string {
  const { pathname, search } = useLocation();
  return useHref({ pathname, search });
}

/** Reads the page ahead. Returns the milliseconds before a retry; null if none is needed. */
async function retryWait(address: string, signal: AbortSignal): Promise<number | null> {
  if (signal.aborted) return null;
  try {
    await readAhead(address, signal);
    return null;
  } catch (error) {
    if (error instanceof NetworkError) return retryDelay(error);
    return error instanceof ApiError && [429, 503].includes(error.status) ? retryDelay(error) : null;
  }
}

function retryDelay({ retryAfterMs }: ApiError | NetworkError, random: () => number = Math.random): number {
  return Math.max(RETRY_MS, retryAfterMs) + random() * RETRY_SPREAD_MS;
}
