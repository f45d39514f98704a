import { useCallback } from "react";
import { useHref, useLocation, useRevalidator } from "react-router";
import { ApiError, NetworkError } from "@/api";
import { readAhead } from "./page-loader";

const RETRY_MS = 5_000;

/**
 * Returns a function that reads the data of the open page again in the background. The page stays while the server does
 * not respond or is busy, and the read is repeated; any other rejection is shown instead of the page. An abort ends the
 * attempts.
 */
export function useRenewal(): (signal: AbortSignal) => Promise<void> {
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const address = useHref({ pathname, search });
  return useCallback(
    async (signal: AbortSignal) => {
      while (await isUnavailable(address, signal)) {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      if (!signal.aborted) await revalidate();
    },
    [address, revalidate],
  );
}

async function isUnavailable(address: string, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  try {
    await readAhead(address, signal);
    return false;
  } catch (error) {
    const isBusy = error instanceof ApiError && [429, 503].includes(error.status);
    return isBusy || error instanceof NetworkError;
  }
}
