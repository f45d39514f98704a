import { createContext, useContext } from "react";
import type { Schemas } from "@/owner/api";

export type Sitting = Pick<Schemas["CalendarItem"], "uid" | "title" | "start_time" | "end_time">;

/**
 * Returns the overstaying parties on seats for a booking that starts then. The page that opens the dialog provides it.
 */
export type StillSitting = (seatUids: readonly string[], startTime: string) => readonly Sitting[];

export const SittingContext = createContext<StillSitting>(() => []);

export function useStillSitting(): StillSitting {
  return useContext(SittingContext);
}
