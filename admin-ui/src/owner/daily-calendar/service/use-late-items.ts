import { useMemo } from "react";
import type { Schemas } from "@/owner/api";
import { useMinute } from "../live/use-now";
import { NO_LATE_ITEMS, latenessOf } from "./steps";
import type { LateItems } from "./steps";

/** Returns the late items of the day, updated each minute; none unless the day is today. */
export function useLateItems(day: Schemas["OwnerDailyCalendarPage"], timeZone: string): LateItems {
  const [today, minute] = useMinute(timeZone).split(" ");
  const at = today === day.date ? minute : undefined;
  return useMemo(() => (at === undefined ? NO_LATE_ITEMS : latenessOf(day.items, at)), [day.items, at]);
}
