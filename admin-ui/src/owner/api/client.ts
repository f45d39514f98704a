import { callsOver, pagesOver } from "@seki/shared/api";
import { NetworkError, request as consoleRequest } from "@/console/api";
import type { Page } from "./types";
import { atRestaurant, inWindow, rememberPage } from "./window";

const listeners = new Set<() => void>();

/**
 * Calls the listener after each request of this document without any response. Returns a function that unsubscribes.
 */
export function onNoAnswer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends a request for the restaurant of this window. */
export async function request(address: string, init: RequestInit): Promise<Response> {
  try {
    return await consoleRequest(inWindow(address), init);
  } catch (error) {
    if (error instanceof NetworkError) for (const listener of listeners) listener();
    throw error;
  }
}

export const send = callsOver(request);

/** Returns calls for a restaurant, which may be another one than that of this window. */
export function sendTo(slug: string): typeof send {
  return callsOver((address, init) => request(atRestaurant(address, slug), init));
}

export const fetchPage = pagesOver<Page>(request, rememberPage);
