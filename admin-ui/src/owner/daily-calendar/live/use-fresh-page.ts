import { useCallback, useState } from "react";
import { replaceEqualDeep } from "@tanstack/react-query";
import { fetchPage } from "@/owner/api";
import type { Page, PageData } from "@/owner/api";
import { usePage } from "@/owner/navigation";
import { useKept } from "./use-kept";

/** The pages that follow a day. */
export type LivePage = "owner_daily_calendar" | "owner_floor_plan";

/**
 * What this page shows, and how to read it anew: false when it did not come. What was there stays on the screen then: a
 * service goes on without a line. Parts that did not change stay the same objects, so that only what changed is drawn.
 */
export function useFreshPage<Name extends LivePage>(
  name: Name,
  /** Hears of each page that comes, and of the moment for which it is right; the same function each time. */
  onRead?: (page: Page<Name>, asOf: number) => void,
): { data: PageData[Name]; read: (signal: AbortSignal) => Promise<boolean> } {
  const { data: loaded } = usePage<Name>();
  const [fresh, setFresh] = useState<{ since: PageData[Name]; data: PageData[Name] } | null>(null);
  const latest = fresh?.since === loaded ? fresh.data : loaded;
  const data = useKept<PageData[Name]>(latest, replaceEqualDeep);
  const read = useCallback(
    async (signal: AbortSignal) => {
      const began = Date.now();
      try {
        const { page } = await fetchPage(window.location.pathname + window.location.search, signal);
        if (signal.aborted || page.page !== name) return false;
        setFresh({ since: loaded, data: page.data as PageData[Name] });
        onRead?.(page as Page<Name>, began);
        return true;
      } catch {
        // Whoever asked says so, and asks again.
        return false;
      }
    },
    [loaded, name, onRead],
  );
  return { data, read };
}
