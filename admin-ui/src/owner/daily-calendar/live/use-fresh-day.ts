import { useCallback, useState } from "react";
import { replaceEqualDeep } from "@tanstack/react-query";
import { fetchPage } from "@/owner/api";
import type { Page, Schemas } from "@/owner/api";
import { usePage } from "@/owner/navigation";
import { useKept } from "./use-kept";
import { useEffect } from "react";
import { useLoaderData } from "react-router";
import type { Page, PageData } from "@/owner/api";

type Day = Schemas["OwnerDailyCalendarPage"];

/**
 * The day of this page, and how to read it anew: false when it did not come. What was there stays on the screen then: a
 * service goes on without a line. Parts that did not change stay the same objects, so that only what changed is drawn.
 */
export function useFreshDay(): { day: Day; read: (signal: AbortSignal) => Promise<boolean> } {
  const { data: loaded } = usePage<"owner_daily_calendar">();
  const [fresh, setFresh] = useState<{ since: Day; day: Day } | null>(null);
  const latest = fresh?.since === loaded ? fresh.day : loaded;
  const day = useKept<Day>(latest, replaceEqualDeep);
  const read = useCallback(
    async (signal: AbortSignal) => {
      try {
        const { page } = await fetchPage(window.location.pathname + window.location.search, signal);
        if (signal.aborted || page.page !== "owner_daily_calendar") return false;
        setFresh({ since: loaded, day: (page as Page<"owner_daily_calendar">).data });
        return true;
      } catch {
        // Whoever asked says so, and asks again.
        return false;
      }
    },
    [loaded],
  );
  return { day, read };
}
