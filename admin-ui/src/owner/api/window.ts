import { currentShell, rememberPage as rememberShell } from "@/console/api";
import { restaurantOfWindow } from "./session";
import type { Page } from "./types";

const KEY = "owner_restaurant";
const NAMED = /[?&](owners_)?restaurant_slug=/;

/** Returns the address of a call with the restaurant of this window. */
export function inWindow(address: string): string {
  const slug = restaurantOfWindow();
  return slug === undefined ? address : atRestaurant(address, slug);
}

/** Adds the restaurant to an address, unless the address names one. */
export function atRestaurant(address: string, slug: string): string {
  if (NAMED.test(address)) return address;
  return `${address}${address.includes("?") ? "&" : "?"}restaurant_slug=${encodeURIComponent(slug)}`;
}

/** Returns the stored restaurant of this window; null without storage, where a reload follows the session. */
export function storedRestaurant(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Stores the restaurant of this window with the page. A reload would otherwise use the session's restaurant. */
export function rememberPage(page: Page): void {
  rememberShell(page);
  const session = currentShell()?.session;
  if (!session) return;
  try {
    sessionStorage.setItem(KEY, session.restaurant.slug);
  } catch {
    // A private window may forbid it.
  }
}

/**
 * Returns the address from which a reload fetches its page again if the document belongs to another restaurant than
 * this window; otherwise null.
 */
export function addressOfWindow({ session }: Pick<Page, "session">, address: string): string | null {
  const slug = storedRestaurant();
  if (session === null || slug === null || slug === session.restaurant.slug || NAMED.test(address)) return null;
  return session.restaurants.some((own) => own.slug === slug) ? atRestaurant(address, slug) : null;
}
