import type { Problem } from "../api/types";
import { showFlash } from "../shell/flash";
import { withoutLocalePrefix } from "./locale-prefix";

type Follow = (target: string) => void;

let follow: Follow | null = null;

/** The application says how it goes somewhere; answers how it stops saying so. */
export function followingRefusals(next: Follow): () => void {
  follow = next;
  return () => {
    if (follow === next) follow = null;
  };
}

/**
 * The one home of a refusal's way on (`redirect_to`): it is gone, and the refusal's message is shown there. A refusal that leads to
 * the page one is on is left to that page, to be shown beside the button that was pressed.
 */
export function isFollowed({ redirect_to, message, detail }: Problem): boolean {
  if (!redirect_to || follow === null) return false;
  const target = new URL(redirect_to, window.location.href);
  if (withoutLocalePrefix(target.pathname) === withoutLocalePrefix(window.location.pathname)) return false;
  sayRefused(message ?? detail);
  follow(redirect_to);
  return true;
}

/** A refusal's message for the next page. */
export function sayRefused(message: string | undefined): void {
  if (message) showFlash({ kind: "alert", message, sticky: false });
}
