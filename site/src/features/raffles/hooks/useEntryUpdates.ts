import { useEffect, useEffectEvent } from "react";

const CHANNEL = "seki.raffle";

/** Notifies the diner's other windows of an entry in this one. */
export function publishEntry(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels are limited to their origin
  channel.postMessage(null);
  channel.close();
}

/** Calls `onEntry` after an entry in another window. */
export function useEntryUpdates(onEntry: () => void): void {
  const reportEntry = useEffectEvent(onEntry);
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener("message", () => reportEntry());
    return () => channel.close();
  }, []);
}
