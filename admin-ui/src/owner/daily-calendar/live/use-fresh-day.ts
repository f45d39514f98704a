import { useCallback, useRef, useState } from "react";
import { replaceEqualDeep } from "@tanstack/react-query";
import { fetchPage } from "@/owner/api";
import type { Page, Schemas } from "@/owner/api";
import { usePage } from "@/owner/navigation";
import { useKept } from "./use-kept";

type Day = Schemas["OwnerDailyCalendarPage"];

/**
 * The day of this page, and how to ask for it again. What was there stays on the screen when the answer does not come:
 * a service goes on without a line. Parts that did not change stay the same objects, so that only what changed is drawn.
 */
export function useFreshDay(): { day: Day; refresh: () => Promise<void> } {
  const { data: loaded } = usePage<"owner_daily_calendar">();
  const [fresh, setFresh] = useState<{ since: Day; day: Day } | null>(null);
  const asking = useRef<AbortController | null>(null);
  const latest = fresh?.since === loaded ? fresh.day : loaded;
  const day = useKept<Day>(latest, replaceEqualDeep);
  const refresh = useCallback(async () => {
    asking.current?.abort();
    const own = new AbortController();
    asking.current = own;
    try {
      const { page } = await fetchPage(window.location.pathname + window.location.search, own.signal);
      if (!own.signal.aborted && page.page === "owner_daily_calendar") {
        setFresh({ since: loaded, day: (page as Page<"owner_daily_calendar">).data });
      }
    } catch {
      // The next change, or the next poll, asks again.
    }
  }, [loaded]);
  return { day, refresh };
}
