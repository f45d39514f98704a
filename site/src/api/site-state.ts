import { useSyncExternalStore } from "react";
import type { Flash, Page, SessionInfo, SiteConfig } from "./types";

/**
 * What every page answer tells about the site as a whole. Kept outside the router because notices
 * must survive a redirect, and because the error page has no data of its own.
 */
interface SiteState {
  session: SessionInfo;
  config: SiteConfig;
}

let state: SiteState | null = null;
let token = "";
let clockOffset = 0;
const listeners = new Set<() => void>();
const flashListeners = new Set<(flash: Flash) => void>();
let unreadFlash: Flash[] = [];

export function rememberPage(page: Page): void {
  state = { session: page.session, config: page.config };
  rememberCsrfToken(page.csrf_token);
  clockOffset = Date.parse(page.now) - Date.now();
  for (const flash of page.flash) showFlash(flash);
  for (const listener of listeners) listener();
}

export function csrfToken(): string {
  return token;
}

export function rememberCsrfToken(next: string | null): void {
  if (next) token = next;
}

/** The server's clock: the browser's own is not trusted for anything a booking depends on. */
export function serverNow(): Date {
  return new Date(Date.now() + clockOffset);
}

export function showFlash(flash: Flash): void {
  if (flashListeners.size === 0) unreadFlash.push(flash);
  for (const listener of flashListeners) listener(flash);
}

export function onFlash(listener: (flash: Flash) => void): () => void {
  flashListeners.add(listener);
  const waiting = unreadFlash;
  unreadFlash = [];
  for (const flash of waiting) listener(flash);
  return () => flashListeners.delete(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function useSiteState(): SiteState {
  const current = useSyncExternalStore(subscribe, () => state);
  if (current === null) throw new Error("No page has been read yet");
  return current;
}

export function useSession(): SessionInfo {
  return useSiteState().session;
}

export function useSiteConfig(): SiteConfig {
  return useSiteState().config;
}
