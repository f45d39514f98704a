import { currentShell, rememberPage as rememberShell } from "@/console/api";
import { restaurantOfWindow } from "./session";
import type { Page } from "./types";

const KEY = "owner_restaurant";
const NAMED = /[?&](owners_)?restaurant_slug=/;

/** The address of a call, with the restaurant of this window. */
export function inWindow(address: string): string {
  const slug = restaurantOfWindow();
  return slug === undefined ? address : atRestaurant(address, slug);
}

/** An address that names a restaurant keeps it. */
function atRestaurant(address: string, slug: string): string {
  if (NAMED.test(address)) return address;
  return `${address}${address.includes("?") ? "&" : "?"}restaurant_slug=${encodeURIComponent(slug)}`;
}

/** Where the browser keeps nothing, a reload follows the session. */
export function restaurantKept(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Keeps, beside what every page tells, which restaurant this window is at: a reload knows nothing but the session's. */
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

/** The address at which a reload asks again, since the document is of another restaurant than this window; null where it is not. */
export function addressOfWindow({ session }: Pick<Page, "session">, address: string): string | null {
  const slug = restaurantKept();
  if (session === null || slug === null || slug === session.restaurant.slug || NAMED.test(address)) return null;
  return session.restaurants.some((own) => own.slug === slug) ? atRestaurant(address, slug) : null;
}
