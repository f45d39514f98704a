import type { Schemas } from "@/admin/api";
import { endChoices, minutesOf, movedStart, startChoices } from "@/console/ui";
import type { Window } from "@/console/ui";

export type Span = Schemas["RefillTime"];

const isSame = (a: Span, b: Span) => a.start_time === b.start_time && a.end_time === b.end_time;

/** Sorts spans by start, without duplicates. */
export function sortedSpans(spans: Span[]): Span[] {
  const once = spans.filter((span, index) => spans.findIndex((other) => isSame(other, span)) === index);
  return once.toSorted(
    (a, b) => minutesOf(a.start_time) - minutesOf(b.start_time) || minutesOf(a.end_time) - minutesOf(b.end_time),
  );
}

/** Reports whether both times are chosen and the pair is new. */
export function canAdd(spans: Span[], span: Span): boolean {
  return span.start_time !== "" && span.end_time !== "" && !spans.some((other) => isSame(other, span));
}

/** Returns the starts before the chosen end. */
export function startOptions(window: Window, end: string): string[] {
  return startChoices(window).filter((choice) => end === "" || minutesOf(choice) < minutesOf(end));
}

/** Returns the ends after the chosen start. */
export function endOptions(window: Window, start: string): string[] {
  return endChoices(window, start);
}

/** Sets the start, and without an end an end two hours later. */
export function withStart(span: Span, start: string, window: Window): Span {
  if (start === "" || span.end_time !== "") return { ...span, start_time: start };
  return { start_time: start, end_time: movedStart(start, window).end };
}

export interface Bulk {
  spans: Span[];
  /** Lines that contain no pair of the restaurant's times. */
  wrong: string[];
}

/** Reads "start,end" lines, without blank lines and duplicates. */
export function readBulk(text: string, window: Window): Bulk {
  const starts = new Set(startChoices(window));
  const ends = new Set(endChoices(window, ""));
  const lines = text.split("\n").map((line) => line.trim());
  const bulk: Bulk = { spans: [], wrong: [] };
  for (const line of lines.filter((each) => each !== "")) {
    const [start_time = "", end_time = "", ...rest] = line.split(",").map((part) => part.trim());
    const isValid =
      rest.length === 0 && starts.has(start_time) && ends.has(end_time) && minutesOf(start_time) < minutesOf(end_time);
    if (isValid) bulk.spans.push({ start_time, end_time });
    else bulk.wrong.push(line);
  }
  return { spans: sortedSpans(bulk.spans), wrong: bulk.wrong };
}
