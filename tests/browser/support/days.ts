import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type APIRequestContext, request } from "@playwright/test";
import { laterThan } from "./staff";

/** `bookable` days have slots that every diner may book; `empty` days have none, and no booking. */
export type Kind = "bookable" | "empty";

export type FreeDay = (slug: string, kind?: Kind) => Promise<string>;

/** The demo's scenes lie on the days before. */
const FIRST_BOOKABLE = 10;
/** Slots of the demo reach to the day before the sixtieth. */
const LAST_SLOTS = 58;
/** Reserved days that no test gets: days of the keyboard's booking, and days with slots for gold diners. */
const KEPT = { from: 34, till: 40 };
/** From here on nothing of the demo lies on any day. */
const FIRST_EMPTY = 64;
const MAX_EMPTY = 60;
/** The days of a month that the tests of months and holidays close and write memos on. */
const OF_MONTHS = [9, 15, 16, 17];

const folder = process.env.SEKI_DEMOS ?? fileURLToPath(new URL("../artefacts/", import.meta.url));

const DAY = 86_400_000;
const between = (from: string, till: string) => Math.round((Date.parse(till) - Date.parse(from)) / DAY);

/** How far from today the days of a kind lie, at a restaurant whose diners may book so far. */
function pool(kind: Kind, horizon: number): number[] {
  if (kind === "empty") return Array.from({ length: MAX_EMPTY }, (_, n) => FIRST_EMPTY + n);
  const days = Array.from({ length: Math.min(horizon, LAST_SLOTS) - FIRST_BOOKABLE + 1 }, (_, n) => FIRST_BOOKABLE + n);
  return days.filter((day) => day < KEPT.from || day > KEPT.till);
}

/** The next number of a name, counted for a demo over all its tests. */
function next(demo: string, name: string): number {
  const file = join(folder, `days-${new URL(demo).port}.json`);
  const counts = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, number>) : {};
  const number = counts[name] ?? 0;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify({ ...counts, [name]: number + 1 }));
  return number;
}

interface Shop {
  data: { calendar: { today: string; reservable_till: string | null; token: string } };
}

/** The days of a month that a guest may book. */
async function bookableDays(api: APIRequestContext, slug: string, token: string, month: string): Promise<string[]> {
  const answer = await api.get("/users/api/availability/dates", {
    params: { restaurant_slug: slug, year_month: month, reservation_calendar_token: token },
  });
  return ((await answer.json()) as { available_dates: string[] }).available_dates;
}

/**
 * Gives each test of a demo days of a restaurant that no other test gets, until none is left. Skips days on which the
 * restaurant is closed or full.
 */
export async function freeDayOf(demo: string, slug: string, kind: Kind = "bookable"): Promise<string> {
  const api = await request.newContext({ baseURL: demo, extraHTTPHeaders: { Accept: "application/json" } });
  try {
    const { calendar } = ((await (await api.get(`/r/${slug}`)).json()) as Shop).data;
    const { today, reservable_till: till } = calendar;
    const ahead = pool(kind, till === null ? LAST_SLOTS : between(today, till));
    const days = ahead.map((each) => laterThan(today, each)).filter((day) => !OF_MONTHS.includes(Number(day.slice(8))));
    for (let tried = 0; tried < days.length; tried += 1) {
      const day = days[next(demo, `${slug} ${kind}`) % days.length] ?? "";
      if (kind === "empty") return day;
      if ((await bookableDays(api, slug, calendar.token, day.slice(0, 7))).includes(day)) return day;
    }
    throw new Error(`${slug} has no ${kind} day left`);
  } finally {
    await api.dispose();
  }
}
