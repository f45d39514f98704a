import { createContext, useContext } from "react";
import type { Schemas } from "@/owner/api";

export type Sitting = Pick<Schemas["CalendarItem"], "uid" | "title" | "start_time" | "end_time">;

/** Who sits on seats beyond their time, of whoever is to have them from a time on; the day that opens the dialog knows. */
export type StillSitting = (seatUids: readonly string[], startTime: string) => readonly Sitting[];

export const SittingContext = createContext<StillSitting>(() => []);

export function useStillSitting(): StillSitting {
  return useContext(SittingContext);
}
