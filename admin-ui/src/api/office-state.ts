import { useSyncExternalStore } from "react";
import type { Flash, Locale, OfficeConfig, OfficeSession, Page } from "./types";

/** What every page's answer tells of the back office as a whole. Notices outlive a page, so this is outside the router. */
export interface OfficeState {
  session: OfficeSession | null;
  config: OfficeConfig;
  locale: Locale;
}

let state: OfficeState | null = null;
let token = "";
let clockOffset = 0;
let unread: Flash[] = [];
const listeners = new Set<() => void>();
const flashListeners = new Set<(flash: Flash) => void>();

export function rememberPage(page: Page): void {
  state = { session: page.session, config: page.config, locale: page.locale };
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

/** The server's clock: the browser's own may be anywhere. */
export function serverNow(): Date {
  return new Date(Date.now() + clockOffset);
}

/**
 * Which restaurant this window looks at. With several, every call names it, so that a second window at another
 * restaurant changes nothing here.
 */
export function restaurantOfWindow(): string | undefined {
  const session = state?.session;
  return session && session.restaurants.length > 1 ? session.restaurant.slug : undefined;
}

export function showFlash(flash: Flash): void {
  if (flashListeners.size === 0) unread.push(flash);
  for (const listener of flashListeners) listener(flash);
}

export function onFlash(listener: (flash: Flash) => void): () => void {
  flashListeners.add(listener);
  const waiting = unread;
  unread = [];
  for (const flash of waiting) listener(flash);
  return () => flashListeners.delete(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOffice(): OfficeState {
  const current = useSyncExternalStore(subscribe, () => state);
  if (current === null) throw new Error("No page has been read yet");
  return current;
}

/** Who is signed in; only for what is shown to somebody who is. */
export function useSession(): OfficeSession {
  const { session } = useOffice();
  if (session === null) throw new Error("Nobody is signed in");
  return session;
}
