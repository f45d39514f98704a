import { useEffect, useEffectEvent } from "react";

const CHANNEL = "seki.raffle";

/** Tells the diner's other windows that an entry was made in this one. */
export function publishEntry(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its origin alone
  channel.postMessage(null);
  channel.close();
}

/** Calls when an entry was made in another window. */
export function useRaffleNews(onEntry: () => void): void {
  const heard = useEffectEvent(onEntry);
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener("message", () => heard());
    return () => channel.close();
  }, []);
}
