import type { Flash } from "../api/types";

type Listener = (flash: Flash) => void;
type WithdrawalListener = (message: string) => void;

const listeners = new Set<Listener>();
const withdrawalListeners = new Set<WithdrawalListener>();
let unread: Flash[] = [];

/** Shows a message. A message without a listener waits for the first listener. */
export function showFlash(flash: Flash): void {
  if (listeners.size === 0) unread.push(flash);
  for (const listener of listeners) listener(flash);
}

/** Removes the message of this text, because it is no longer true. */
export function withdrawFlash(message: string): void {
  unread = unread.filter((flash) => flash.message !== message);
  for (const listener of withdrawalListeners) listener(message);
}

export function onFlash(listener: Listener): () => void {
  listeners.add(listener);
  const waiting = unread;
  unread = [];
  for (const flash of waiting) listener(flash);
  return () => listeners.delete(listener);
}

export function onFlashWithdrawal(listener: WithdrawalListener): () => void {
  withdrawalListeners.add(listener);
  return () => withdrawalListeners.delete(listener);
}
