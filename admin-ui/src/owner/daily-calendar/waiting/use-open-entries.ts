import { useMemo } from "react";
import { useSession } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useMinute } from "../live/use-now";
import { inOrder } from "./model";
import type { WaitingEntry } from "./model";

/** Returns the open entries of a day's waiting list, in its order. An entry ends without a new read of the day. */
export function useOpenEntries({ waiting }: Pick<Schemas["OwnerDailyCalendarPage"], "waiting">): WaitingEntry[] {
  const { restaurant } = useSession();
  const minute = useMinute(restaurant.time_zone);
  return useMemo(() => inOrder(waiting, minute), [waiting, minute]);
}
