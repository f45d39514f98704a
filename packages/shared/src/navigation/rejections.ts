import type { Problem } from "../api/types";
import { showFlash } from "../shell/flash";
import { withoutLocalePrefix } from "./locale-prefix";

type Follow = (target: string) => void;

let follow: Follow | null = null;

/** Registers how the application follows a rejection; returns the function that unregisters it. */
export function registerRejectionFollower(next: Follow): () => void {
  follow = next;
  return () => {
    if (follow === next) follow = null;
  };
}

/**
 * Follows a rejection's `redirect_to`, the only place that does so, and shows the rejection's message there. A
 * rejection that leads to the current page is left to that page, which shows it next to the pressed button.
 */
export function followRejection({ redirect_to, message, detail }: Problem): boolean {
  if (!redirect_to || follow === null) return false;
  const target = new URL(redirect_to, window.location.href);
  if (withoutLocalePrefix(target.pathname) === withoutLocalePrefix(window.location.pathname)) return false;
  showRejection(message ?? detail);
  follow(redirect_to);
  return true;
}

/** Shows a rejection's message on the next page. */
export function showRejection(message: string | undefined): void {
  if (message) showFlash({ kind: "alert", message, sticky: false });
}
