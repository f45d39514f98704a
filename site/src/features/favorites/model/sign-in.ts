import { ApiError } from "@/api";
import { browser, localePrefixOf, paths } from "@/navigation";

/** Signed out in another tab meanwhile. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Signs a guest in first; the server then adds the favourite. */
export function signInForFavorite(slug: string): void {
  browser.assign(localePrefixOf(window.location.pathname) + paths.signInForFavorite(slug));
}
