import { useMemo } from "react";
import { clockOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import { useMinuteOfDay } from "../live/use-now";
import { NO_LATE_ITEMS, latenessOf } from "./steps";
import type { LateItems } from "./steps";

/** Returns the late items of the business day, updated each minute; none on another day. */
export function useLateItems(day: Schemas["OwnerDailyCalendarPage"], timeZone: string): LateItems {
  const minute = useMinuteOfDay(day.date, timeZone);
  return useMemo(() => (minute === null ? NO_LATE_ITEMS : latenessOf(day.items, clockOf(minute))), [day.items, minute]);
}
