import { useSyncExternalStore } from "react";
import { replaceEqualDeep } from "@tanstack/react-query";
import type { Flash } from "../api/types";
import { setServerClock } from "./clock";
import { type Signed, rememberSigned } from "./csrf-token";
import { showFlash } from "./flash";

/** Fields of every page's envelope, in both front ends. */
export interface Envelope extends Signed {
  /** ISO 8601. */
  now: string;
  flash: Flash[];
}

/**
 * Creates the state of the application as a whole, which `pick` reads from each page. It is outside the router, because
 * notices must survive a redirect and the error page has no data.
 */
export function shellState<Page extends Envelope, State>(pick: (page: Page) => State) {
  let state: State | null = null;
  const listeners = new Set<() => void>();

  function currentShell(): State | null {
    return state;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    rememberPage(page: Page): void {
      // Equal parts stay the same objects, so that most pages do not render the frame again.
      state = replaceEqualDeep(state, pick(page));
      rememberSigned(page);
      setServerClock(page.now);
      for (const flash of page.flash) showFlash(flash);
      for (const listener of listeners) listener();
    },
    currentShell,
    useShell(): State {
      const current = useSyncExternalStore(subscribe, currentShell, currentShell);
      if (current === null) throw new Error("No page has been read yet");
      return current;
    },
  };
}
