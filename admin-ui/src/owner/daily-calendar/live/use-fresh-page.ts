import { useCallback, useState } from "react";
import { replaceEqualDeep } from "@tanstack/react-query";
import { fetchPage } from "@/owner/api";
import type { Page, PageData } from "@/owner/api";
import { usePage } from "@/owner/navigation";
import { useStable } from "./use-stable";

/** Pages that are read again while they are open. */
export type LivePage = "owner_daily_calendar" | "owner_floor_plan" | "owner_home";

/**
 * Returns the data of this page and a function that reads it again, which resolves to false after a failure. The page
 * then keeps its data: service continues offline. Unchanged parts stay the same objects, which avoids rerenders.
 */
export function useFreshPage<Name extends LivePage>(
  name: Name,
  /** Receives each page that was read and the time at which it was current. Must be a stable function. */
  onRead?: (page: Page<Name>, asOf: number) => void,
): { data: PageData[Name]; read: (signal: AbortSignal) => Promise<boolean> } {
  const { data: loaded } = usePage<Name>();
  const [fresh, setFresh] = useState<{ since: PageData[Name]; data: PageData[Name] } | null>(null);
  const latest = fresh?.since === loaded ? fresh.data : loaded;
  const data = useStable<PageData[Name]>(latest, replaceEqualDeep);
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
        // The caller reports the failure and retries.
        return false;
      }
    },
    [loaded, name, onRead],
  );
  return { data, read };
}
