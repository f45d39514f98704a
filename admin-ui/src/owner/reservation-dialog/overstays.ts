import { createContext, useContext } from "react";
import type { Schemas } from "@/owner/api";

export type Overstay = Pick<Schemas["CalendarItem"], "uid" | "title" | "start_time" | "end_time">;

/**
 * Returns the overstaying parties on seats for a booking that starts then. The page that opens the dialog provides it.
 */
export type FindOverstays = (seatUids: readonly string[], startTime: string) => readonly Overstay[];

export const OverstaysContext = createContext<FindOverstays>(() => []);

export function useFindOverstays(): FindOverstays {
  return useContext(OverstaysContext);
}
