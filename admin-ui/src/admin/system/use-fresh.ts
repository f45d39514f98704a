import { useCallback, useEffect, useState } from "react";
import { useHref, useLocation } from "react-router";
import { fetchPage } from "@/admin/api";
import type { PageData, PageName } from "@/admin/api";
import { usePageData } from "@/admin/navigation";

export const EVERY_MS = 10_000;

interface Seen<Data> {
  /** The route's data. The state of another page is dropped with it. */
  of: Data;
  data: Data;
  at: number;
  isDisconnected: boolean;
}

export interface Fresh<Data> {
  data: Data;
  /** Age of the data in whole seconds. */
  age: number;
  /** The last request got no response. */
  isDisconnected: boolean;
  refresh: () => Promise<void>;
}

interface Options {
  everyMs?: number;
  /** Query of the reloads; the address's by default. */
  query?: string;
}

/**
 * Returns the route's page, reloaded at an interval while the document is visible. The last state stays, with its age,
 * while the server is down.
 */
export function useFresh<Name extends PageName>({ everyMs = EVERY_MS, query }: Options = {}): Fresh<PageData[Name]> {
  const loaded = usePageData<Name>();
  const { pathname, search } = useLocation();
  const address = useHref({ pathname, search: query ?? search });
  const [seen, setSeen] = useState<Seen<PageData[Name]>>(() => first(loaded));
  const [now, setNow] = useState(() => Date.now());
  const current = seen.of === loaded ? seen : first(loaded);
  if (current !== seen) setSeen(current);

  const refresh = useCallback(async () => {
    try {
      const { page } = await fetchPage(address);
      setSeen({ of: loaded, data: page.data as PageData[Name], at: Date.now(), isDisconnected: false });
    } catch {
      setSeen((previous) => ({ ...previous, isDisconnected: true }));
    }
    setNow(Date.now());
  }, [address, loaded]);

  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1000);
    const timer = setInterval(() => {
      if (!document.hidden) void refresh();
    }, everyMs);
    return () => {
      clearInterval(clock);
      clearInterval(timer);
    };
  }, [refresh, everyMs]);

  const age = Math.max(0, Math.floor((now - current.at) / 1000));
  return { data: current.data, age, isDisconnected: current.isDisconnected, refresh };
}

function first<Data>(data: Data): Seen<Data> {
  return { of: data, data, at: Date.now(), isDisconnected: false };
}
