/** Times of a slot (owner §4, §5, §9): HH:mm in steps of five minutes; an end past midnight counts on, as in 25:30. */

const STEP_MINUTES = 5;
/** Moving the start moves the end so far behind it. */
const MOVED_STAY_MINUTES = 120;

export interface TimeRow {
  /** Empty while nothing is chosen. */
  start: string;
  end: string;
}

export interface Window {
  from: string;
  till: string;
}

/** Minutes from midnight; an end past midnight counts on, as in 25:30. */
export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

const two = (number: number) => String(number).padStart(2, "0");

/** Minutes from midnight as HH:mm. */
export function clockOf(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function steps({ from, till }: Window): string[] {
  const first = Math.ceil(minutesOf(from) / STEP_MINUTES) * STEP_MINUTES;
  const count = Math.floor((minutesOf(till) - first) / STEP_MINUTES) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => clockOf(first + index * STEP_MINUTES));
}

/** A chosen time that lies outside stays a choice: the slot has it from before. */
function withChosen(choices: string[], chosen: string): string[] {
  return chosen === "" || choices.includes(chosen) ? choices : [...choices, chosen].toSorted();
}

/** Every step but the last. */
export function startChoices(window: Window, chosen = ""): string[] {
  return withChosen(steps(window).slice(0, -1), chosen);
}

/** Every step but the first, and only those after the start. */
export function endChoices(window: Window, start: string, chosen = ""): string[] {
  const choices = steps(window).slice(1);
  const later = start === "" ? choices : choices.filter((choice) => minutesOf(choice) > minutesOf(start));
  return withChosen(later, chosen);
}

/** The stay that a new slot begins with; within the day's last column. */
export function defaultTimes(startTime: string, stayMinutes: number, window: Window): TimeRow {
  const start = startChoices(window).includes(startTime) ? startTime : (startChoices(window)[0] ?? "");
  return { start, end: start === "" ? "" : endAfter(start, stayMinutes, window) };
}

/** A new start takes the end along, two hours behind it. */
export function movedStart(start: string, window: Window): TimeRow {
  return { start, end: start === "" ? "" : endAfter(start, MOVED_STAY_MINUTES, window) };
}

function endAfter(start: string, minutes: number, { till }: Window): string {
  return clockOf(Math.min(minutesOf(start) + minutes, minutesOf(till)));
}

/** The next row to offer: it begins where the last one ends, as long as there is room. */
export function nextTimes(rows: TimeRow[], window: Window): TimeRow {
  const start = rows.at(-1)?.end ?? "";
  return startChoices(window).includes(start) ? movedStart(start, window) : { start: "", end: "" };
}
