import { queryOptions } from "@tanstack/react-query";
import { send } from "@/api";
import type { CalendarBoot, Locale } from "@/api";
import type { CivilDate, CivilMonth } from "@seki/shared/civil-time";

const MONTH_REFRESH_MS = 180_000;
const DAY_REFRESH_MS = 60_000;

/** Returns a random delay for each calendar request, by which restaurants spread the load of an opening. */
function randomDelay(
  { min_delay_ms, max_delay_ms }: Pick<CalendarBoot, "min_delay_ms" | "max_delay_ms">,
  random: () => number = Math.random,
): number {
  return min_delay_ms + random() * Math.max(0, max_delay_ms - min_delay_ms);
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

export function monthQuery(slug: string, month: CivilMonth, calendar: CalendarBoot) {
  return queryOptions({
    queryKey: ["availability", slug, month, ...(calendar.is_future ? ["future"] : [])],
    queryFn: async ({ signal }) => {
      await waited(randomDelay(calendar), signal);
      return send("GET", "/users/api/availability/dates", {
        query: {
          restaurant_slug: slug,
          year_month: month,
          reservation_calendar_token: calendar.token,
          ...(calendar.is_future ? { future: "1" } : {}),
        },
        signal,
      });
    },
    refetchInterval: MONTH_REFRESH_MS,
  });
}

/** The query names the language, because a frame on another site has no cookie for it. */
export function dayQuery(slug: string, date: CivilDate, calendar: CalendarBoot, locale?: Locale) {
  return queryOptions({
    queryKey: ["availability", slug, date],
    queryFn: ({ signal }) =>
      send("GET", "/users/api/availability/dates/{slug}", {
        path: { slug },
        query: { date, reservation_calendar_token: calendar.token, ...(locale === undefined ? {} : { locale }) },
        signal,
      }),
    refetchInterval: DAY_REFRESH_MS,
  });
}
