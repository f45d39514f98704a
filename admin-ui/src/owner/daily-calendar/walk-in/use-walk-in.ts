import { joiner } from "@/console/i18n/page-language";
import { randomUuid } from "@seki/shared/ids";
import { NetworkError, send, serverNow, timeLimit } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { addNote } from "../../offline";
import { useOffline, useNotes } from "../offline/use-offline";
import type { Chosen } from "../model/selection";

type Seated = Schemas["SeatedWalkIn"];

/** Returns a function that seats a party at the chosen seats now. It resolves to null if an offline note was saved. */
export function useWalkIn({ group, items }: Chosen): (guests: number) => Promise<Seated | null> {
  const { isDisconnected, day } = useOffline();
  const isBehind = useNotes().waiting.some(({ problem }) => problem === null);
  const itemUids = items.map(({ uid }) => uid);
  const noteLater = async (guests: number, key: string): Promise<null> => {
    const seats = items.map(({ label }) => label).join(joiner());
    const happenedAt = serverNow().toISOString();
    await addNote({ kind: "walk_in", key, date: day.date, happenedAt, seats, guests, groupUid: group.uid, itemUids });
    return null;
  };
  return async (guests) => {
    const key = randomUuid();
    // Earlier notes must be sent first.
    if (isDisconnected || isBehind) return noteLater(guests, key);
    const body = {
      guests_count: guests,
      inventory_group_uid: group.uid,
      inventory_item_uids: itemUids,
      course_uid: null,
      internal_memo: null,
      happened_at: null,
      idempotency_key: key,
    };
    try {
      return (await send("POST", "/owners/api/walk_ins", { body, signal: timeLimit() })).data;
    } catch (error) {
      // The server may have received the call: a retry with the same key seats the party once.
      if (error instanceof NetworkError) return noteLater(guests, key);
      throw error;
    }
  };
}
