/**
 * Times of a slot (owner §4, §5, §9): HH:mm in steps of five minutes. An end past midnight continues after 24, as in
 * 25:30.
 */

import { addDays, dateInZone, formatTime } from "@seki/shared/civil-time";

const STEP_MINUTES = 5;
/** Duration that a moved start sets. */
const MOVED_STAY_MINUTES = 120;

export interface TimeRow {
  /** Empty if nothing is chosen. */
  start: string;
  end: string;
}

export interface Window {
  from: string;
  till: string;
}

/** Returns minutes from midnight. An end past midnight continues after 24, as in 25:30. */
export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

const two = (number: number) => String(number).padStart(2, "0");

/** Formats minutes from midnight as HH:mm. */
export function clockOf(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const MINUTES_OF_A_DAY = 24 * 60;
/** The latest end of a business day. */
const LATEST = 29 * 60;

/** Returns the minutes of a business day that have passed, up to 29:00; null on another day. */
export function minutesOfDay(now: Date, date: string, timeZone: string): number | null {
  const today = dateInZone(now, timeZone);
  const minutes = minutesOf(formatTime(now.toISOString(), "ja", timeZone));
  if (today === date) return minutes;
  const late = minutes + MINUTES_OF_A_DAY;
  return addDays(today, -1) === date && late < LATEST ? late : null;
}

function steps({ from, till }: Window): string[] {
  const first = Math.ceil(minutesOf(from) / STEP_MINUTES) * STEP_MINUTES;
  const count = Math.floor((minutesOf(till) - first) / STEP_MINUTES) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => clockOf(first + index * STEP_MINUTES));
}

/** A chosen time outside the window stays selectable, because the slot already has it. */
function withChosen(choices: string[], chosen: string): string[] {
  return chosen === "" || choices.includes(chosen) ? choices : [...choices, chosen].toSorted();
}

/** Returns every step but the last. */
export function startChoices(window: Window, chosen = ""): string[] {
  return withChosen(steps(window).slice(0, -1), chosen);
}

/** Returns every step but the first, after the start. */
export function endChoices(window: Window, start: string, chosen = ""): string[] {
  const choices = steps(window).slice(1);
  const later = start === "" ? choices : choices.filter((choice) => minutesOf(choice) > minutesOf(start));
  return withChosen(later, chosen);
}

/** Returns the initial stay of a new slot, within the day's last column. */
export function defaultTimes(startTime: string, stayMinutes: number, window: Window): TimeRow {
  const start = startChoices(window).includes(startTime) ? startTime : (startChoices(window)[0] ?? "");
  return { start, end: start === "" ? "" : endAfter(start, stayMinutes, window) };
}

/** Moves the start, and sets the end two hours after it. */
export function movedStart(start: string, window: Window): TimeRow {
  return { start, end: start === "" ? "" : endAfter(start, MOVED_STAY_MINUTES, window) };
}

function endAfter(start: string, minutes: number, { till }: Window): string {
  return clockOf(Math.min(minutesOf(start) + minutes, minutesOf(till)));
}

/** Returns the next row to offer. It begins where the last one ends; empty if no time is left. */
export function nextTimes(rows: TimeRow[], window: Window): TimeRow {
  const start = rows.at(-1)?.end ?? "";
  return startChoices(window).includes(start) ? movedStart(start, window) : { start: "", end: "" };
}
