import type { Flash } from "../api/types";

type Listener = (flash: Flash) => void;

const listeners = new Set<Listener>();
let unread: Flash[] = [];

/** Shows a message. A message without a listener waits for the first listener. */
export function showFlash(flash: Flash): void {
  if (listeners.size === 0) unread.push(flash);
  for (const listener of listeners) listener(flash);
}

export function onFlash(listener: Listener): () => void {
  listeners.add(listener);
  const waiting = unread;
  unread = [];
  for (const flash of waiting) listener(flash);
  return () => listeners.delete(listener);
}
