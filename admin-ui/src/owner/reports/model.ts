import { addMonths } from "@seki/shared/civil-time";
import type { CivilMonth } from "@seki/shared/civil-time";
import type { Schemas } from "@/owner/api";

/** Content of a report's charts and tables. Independent of the screen. */

export type Period = Schemas["ReportPeriod"];
type TurnTimes = Schemas["ReportTurnTimes"];
export type TurnTime = Schemas["ReportTurnTime"];

/** Maximum number of months of a report. */
const MAX_MONTHS = 24;
const MONTHS_BACK = 36;
const MONTHS_AHEAD = 12;

/** Returns the months to choose from, including the shown ones, the latest first. */
export function monthsToChoose(thisMonth: CivilMonth, shown: CivilMonth[]): CivilMonth[] {
  const count = MONTHS_BACK + MONTHS_AHEAD + 1;
  const usual = Array.from({ length: count }, (_, index) => addMonths(thisMonth, MONTHS_AHEAD - index));
  return [...new Set([...usual, ...shown])].toSorted().toReversed();
}

/** Reports whether the range of months is valid. */
export function isSpan(from: CivilMonth, till: CivilMonth): boolean {
  return from <= till && till < addMonths(from, MAX_MONTHS);
}

/** A part of a column, in percent of the chart's height, from the top. */
export interface ColumnPart {
  /** Index of the part. */
  part: number;
  y: number;
  height: number;
}

/** Returns the columns of a chart up to a value. The first part is at the foot; parts without a value are omitted. */
export function columnsOf(rows: number[][], top: number): ColumnPart[][] {
  const percent = (value: number) => Math.round((value / top) * 1000) / 10;
  return rows.map((values) => {
    let sum = 0;
    return values.flatMap((value, part) => {
      sum += value;
      return value > 0 ? [{ part, y: Math.round((100 - percent(sum)) * 10) / 10, height: percent(value) }] : [];
    });
  });
}

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Returns the three round numbers of an axis: zero, the top above the largest value, and their middle. */
export function ticksOf(largest: number): [number, number, number] {
  const scale = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, largest / 2))));
  const steps = ROUND.map((step) => step * scale).filter((step) => Number.isInteger(step));
  const step = steps.find((each) => each * 2 >= largest) ?? largest;
  return [0, step, step * 2];
}

/** Returns the indices of evenly spaced columns that have a name. Each has space for it until the next one. */
export function labelledOf(count: number, most: number): ReadonlySet<number> {
  const every = Math.max(1, Math.ceil(count / most));
  const names = Array.from({ length: Math.floor(count / every) }, (_, index) => index * every);
  return new Set(names);
}

type Sum = Exclude<keyof Period, "first_day" | "last_day" | "channels" | "leads" | "average_lead">;

/** Returns the sum of a figure over all periods. */
export function totalOf(periods: Period[], name: Sum): number {
  return periods.reduce((sum, period) => sum + period[name], 0);
}

/** Returns the sums of a channel over all periods. */
export function channelTotal(periods: Period[], channel: string): { parties: number; guests: number } {
  const own = periods.flatMap(({ channels }) => channels.filter((each) => each.channel === channel));
  return {
    parties: own.reduce((sum, { parties }) => sum + parties, 0),
    guests: own.reduce((sum, { guests }) => sum + guests, 0),
  };
}

/** Returns the number of parties without a known customer. */
export function unknownParties({ parties, new_parties, returning_parties }: Period): number {
  return parties - new_parties - returning_parties;
}

/** Returns the ranges of lead times in days from their lower bounds. The last has no end. */
export function leadRanges(bounds: number[]): { from: number; till: number | null }[] {
  return bounds.map((from, index) => {
    const next = bounds[index + 1];
    return { from, till: next === undefined ? null : next - 1 };
  });
}

/** The turn times of a party size: of all meals, and of each meal. */
interface TurnRow {
  size: number;
  /** Whether larger parties are included. */
  isLast: boolean;
  overall: TurnTime;
  meals: TurnTime[];
}

/** Returns a row for each party size. */
export function turnRows({ sizes, overall, meals }: TurnTimes): TurnRow[] {
  return overall.by_size.flatMap((turn, index) => {
    const size = sizes[index];
    if (size === undefined) return [];
    const ofMeals = meals.flatMap(({ times }) => times.by_size[index] ?? []);
    return [{ size, isLast: index === sizes.length - 1, overall: turn, meals: ofMeals }];
  });
}

/**
 * Returns the strength of a cell's colour in percent, and whether the colour is so dark that its number is light.
 * Shades between light and dark are skipped, because neither number would be legible on them.
 */
export function shadeOf(percent: number): { strength: number; isDark: boolean } {
  const isDark = percent > 50;
  return { strength: isDark ? 75 + Math.min(percent - 50, 50) / 2 : Math.round(percent * 0.8), isDark };
}
