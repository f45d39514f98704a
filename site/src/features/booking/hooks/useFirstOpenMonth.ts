import { useEffect, useEffectEvent } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { CalendarBoot } from "@/api";
import { monthQuery, monthsAfter } from "@/features/availability";
import type { CivilMonth } from "@seki/shared/civil-time";

/** Finds the first month with a free day, starting at the default month; calls `onNone` without one. */
export function useFirstOpenMonth(
  slug: string,
  calendar: CalendarBoot,
  { onFound, onNone }: { onFound: (month: CivilMonth) => void; onNone: () => void },
): void {
  const queries = useQueryClient();
  const found = useEffectEvent(onFound);
  const none = useEffectEvent(onNone);

  useEffect(() => {
    let left = false;
    const search = async () => {
      const bounds = { today: calendar.today, reservableTill: calendar.reservable_till };
      for (const month of [calendar.default_month, ...monthsAfter(calendar.default_month, bounds)]) {
        const { has_availability } = await queries.ensureQueryData(monthQuery(slug, month, calendar));
        if (left) return;
        if (has_availability) return found(month);
      }
      none();
    };
    // The calendar itself shows a failed load.
    search().catch(() => undefined);
    return () => {
      left = true;
    };
  }, [queries, slug, calendar]);
}
