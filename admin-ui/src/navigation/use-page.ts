import { useCallback, useEffect } from "react";
import { useLoaderData, useNavigate, useRevalidator } from "react-router";
import { browser, useOffice, useSession } from "@/api";
import type { Features, Locale, OfficeSession, PageData, PageName } from "@/api";
import { localePrefixOf, withoutLocalePrefix } from "@site/navigation/locale-prefix";
import { useT } from "@/i18n/use-t";

export interface PageView<Name extends PageName> {
  data: PageData[Name];
  /** When the server made the page. */
  now: string;
  locale: Locale;
  session: OfficeSession;
  features: Features;
  /** Asks the server for the page again, without leaving it. */
  reload: () => Promise<void>;
}

/** The page of this route: `usePage<"owner_daily_calendar">()`. */
export function usePage<Name extends PageName>(): PageView<Name> {
  const { data, now } = useLoaderData<{ data: PageData[Name]; now: string }>();
  const { revalidate } = useRevalidator();
  const session = useSession();
  const { locale } = useOffice();
  return { data, now, locale, session, features: session.features, reload: revalidate };
}

/** Goes where a write's answer says: inside the back office where it can, by document otherwise. */
export function useFollow(): (target: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (target: string) => {
      const url = new URL(target, window.location.href);
      const path = withoutLocalePrefix(url.pathname);
      const prefix = localePrefixOf(url.pathname);
      const inside =
        url.origin === window.location.origin &&
        (prefix === "" || prefix === localePrefixOf(window.location.pathname)) &&
        (path === "/owners" || path.startsWith("/owners/"));
      if (inside) void navigate(path + url.search + url.hash);
      else browser.assign(url.href);
    },
    [navigate],
  );
}

/** The document's title. `PageTitle` does this for pages. */
export function useTitle(title: string): void {
  const t = useT();
  useEffect(() => {
    document.title = `${title} | ${t("console.site_name")}`;
  }, [title, t]);
}
