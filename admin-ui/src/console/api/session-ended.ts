import { useSyncExternalStore } from "react";

/** Whether the session has ended while the page has unsaved input. */
let isEnded = false;
const listeners = new Set<() => void>();

export function setSessionEnded(next: boolean): void {
  if (next === isEnded) return;
  isEnded = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => isEnded);
}
