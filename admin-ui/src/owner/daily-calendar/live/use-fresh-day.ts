import { useEffect } from "react";
import { useLoaderData } from "react-router";
import type { Page, PageData } from "@/owner/api";
import { cacheDay, cacheFloor, cachedAsOf } from "../../offline";
import { useFreshPage } from "./use-fresh-page";
import type { LivePage } from "./use-fresh-page";

interface Fresh<Name extends LivePage> {
  data: PageData[Name];
  read: (signal: AbortSignal) => Promise<boolean>;
  since: number | undefined;
}

/**
 * Returns the data of this page, a function that reads it again, and for a cached page the time at which it was
 * current. Each successful read is cached.
 */
function useStablePage<Name extends LivePage>(name: Name, keep: (page: Page<Name>, asOf: number) => void): Fresh<Name> {
  const page = useLoaderData<Page<Name>>();
  const since = cachedAsOf(page.data);
  useEffect(() => {
    if (since === undefined) keep(page, Date.now());
  }, [page, since, keep]);
  return { ...useFreshPage(name, keep), since };
}

export function useFreshDay(): Fresh<"owner_daily_calendar"> {
  return useStablePage("owner_daily_calendar", cacheCalendar);
}

export function useFreshFloor(): Fresh<"owner_floor_plan"> {
  return useStablePage("owner_floor_plan", cachePlan);
}

/** Caches the page. Without storage only the offline view is missing. */
function cacheCalendar(page: Page<"owner_daily_calendar">, asOf: number): void {
  cacheDay(page, asOf).catch(() => undefined);
}

function cachePlan(page: Page<"owner_floor_plan">, asOf: number): void {
  cacheFloor(page, asOf).catch(() => undefined);
}
