import { useLoaderData, useRevalidator } from "react-router";
import { useFollowing } from "@seki/shared/navigation";
import { useSession, useShell } from "@/owner/api";
import type { Locale, PageData, PageName, RestaurantSession } from "@/owner/api";

export interface PageView<Name extends PageName> {
  data: PageData[Name];
  /** Time at which the server created the page. */
  now: string;
  locale: Locale;
  session: RestaurantSession;
  features: RestaurantSession["features"];
  /** Fetches the page again without leaving it. */
  reload: () => Promise<void>;
}

/** Returns the page of this route: `usePage<"owner_daily_calendar">()`. */
export function usePage<Name extends PageName>(): PageView<Name> {
  const { data, now } = useLoaderData<{ data: PageData[Name]; now: string }>();
  const { revalidate } = useRevalidator();
  const session = useSession();
  const { locale } = useShell();
  return { data, now, locale, session, features: session.features, reload: revalidate };
}

function isOwners(path: string): boolean {
  return path === "/owners" || path.startsWith("/owners/");
}

/** Returns a function that navigates to the target in a write's response. */
export function useFollow(): (target: string) => void {
  return useFollowing(isOwners);
}
