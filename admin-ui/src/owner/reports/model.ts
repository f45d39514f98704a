import { addMonths } from "@seki/shared/civil-time";
import type { CivilMonth } from "@seki/shared/civil-time";
import type { Schemas } from "@/owner/api";

/** What the bars and tables of a report show: no screen in here. */

export type Period = Schemas["ReportPeriod"];

/** Months that a report has at most. */
const MAX_MONTHS = 24;
const MONTHS_BACK = 36;
const MONTHS_AHEAD = 12;

/** Months to choose from, the latest first, with those that are shown. */
export function monthsToChoose(thisMonth: CivilMonth, shown: CivilMonth[]): CivilMonth[] {
  const count = MONTHS_BACK + MONTHS_AHEAD + 1;
  const usual = Array.from({ length: count }, (_, index) => addMonths(thisMonth, MONTHS_AHEAD - index));
  return [...new Set([...usual, ...shown])].toSorted().toReversed();
}

/** Whether a report may reach from one month to the other. */
export function isSpan(from: CivilMonth, till: CivilMonth): boolean {
  return from <= till && till < addMonths(from, MAX_MONTHS);
}

/** A part of a bar, in percent of the longest bar. */
export interface Segment {
  key: string;
  width: number;
}

/** The bars of rows with parts: the longest fills the whole width, and a part of nothing is left out. */
export function barsOf(rows: { key: string; value: number }[][]): Segment[][] {
  const longest = Math.max(0, ...rows.map((row) => row.reduce((sum, { value }) => sum + value, 0)));
  return rows.map((row) =>
    row
      .filter(({ value }) => value > 0)
      .map(({ key, value }) => ({ key, width: Math.round((value / longest) * 1000) / 10 })),
  );
}

type Sum = Exclude<keyof Period, "first_day" | "last_day" | "channels" | "leads" | "average_lead">;

/** A number of all periods together. */
export function totalOf(periods: Period[], name: Sum): number {
  return periods.reduce((sum, period) => sum + period[name], 0);
}

/** A channel's numbers of all periods together. */
export function channelTotal(periods: Period[], channel: string): { parties: number; guests: number } {
  const own = periods.flatMap(({ channels }) => channels.filter((each) => each.channel === channel));
  return {
    parties: own.reduce((sum, { parties }) => sum + parties, 0),
    guests: own.reduce((sum, { guests }) => sum + guests, 0),
  };
}

/** Parties whose customer nobody knows. */
export function unknownParties({ parties, new_parties, returning_parties }: Period): number {
  return parties - new_parties - returning_parties;
}

/** The bounds of a lead: from so many days, up to so many; without an end the last. */
export function leadRanges(bounds: number[]): { from: number; till: number | null }[] {
  return bounds.map((from, index) => {
    const next = bounds[index + 1];
    return { from, till: next === undefined ? null : next - 1 };
  });
}

/**
 * How strongly a share is coloured, and whether its number is light on it. Between the light and the dark shades is a gap, where
 * neither number could be read.
 */
export function shadeOf(percent: number): { strength: number; isDark: boolean } {
  const isDark = percent > 50;
  return { strength: isDark ? 75 + Math.min(percent - 50, 50) / 2 : Math.round(percent * 0.8), isDark };
}
