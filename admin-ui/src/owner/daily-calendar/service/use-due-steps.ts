import { useMemo } from "react";
import type { Schemas } from "@/owner/api";
import { useMinuteOfDay } from "../live/use-now";
import { useStable } from "../live/use-stable";
import { NO_DUE_STEPS, dueStepsOf } from "./steps";
import type { DueSteps, LateItems } from "./steps";

/** Returns the due steps of the business day, updated each minute; none on another day. */
export function useDueSteps(day: Schemas["OwnerDailyCalendarPage"], timeZone: string, late: LateItems): DueSteps {
  const minute = useMinuteOfDay(day.date, timeZone);
  const fresh = useMemo(
    () => (minute === null ? NO_DUE_STEPS : dueStepsOf(day.items, minute, late)),
    [day.items, minute, late],
  );
  return useStable(fresh, reuse);
}

function reuse(before: DueSteps, next: DueSteps): DueSteps {
  const isSame = before.size === next.size && [...next].every(([uid, step]) => before.get(uid) === step);
  return isSame ? before : next;
}
