import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import type { Chosen } from "../model/selection";

type Seated = Schemas["SeatedWalkIn"];

/** Seats a party at the chosen seats, now. */
export function useWalkIn({ group, items }: Chosen): (guests: number) => Promise<Seated> {
  return async (guests) => {
    const body = {
      guests_count: guests,
      inventory_group_uid: group.uid,
      inventory_item_uids: items.map(({ uid }) => uid),
      course_uid: null,
      internal_memo: null,
      happened_at: null,
      // Sent twice, the party is seated once.
      idempotency_key: crypto.randomUUID(),
    };
    return (await send("POST", "/owners/api/walk_ins", { body })).data;
  };
}
