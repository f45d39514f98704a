/** Fields of the time at which an announcement is sent. */
export interface Schedule {
  /** YYYY-MM-DD */
  date: string;
  /** 00 to 23 */
  hour: string;
  /** 00 to 55, in steps of five */
  minute: string;
}

const two = (number: number) => String(number).padStart(2, "0");

export const HOURS = Array.from({ length: 24 }, (_, hour) => two(hour));
export const MINUTES = Array.from({ length: 12 }, (_, step) => two(step * 5));

/**
 * Returns the fields of an instant with the restaurant's offset (`2026-12-01T11:00:00+09:00`); blank fields for null.
 */
export function scheduleOf(instant: string | null): Schedule {
  return {
    date: instant?.slice(0, 10) ?? "",
    hour: instant?.slice(11, 13) ?? "",
    minute: instant?.slice(14, 16) ?? "",
  };
}

/** Returns the civil time of a schedule with all three fields; null means immediately. */
export function timeOf({ date, hour, minute }: Schedule): string | null {
  return date === "" || hour === "" || minute === "" ? null : `${date}T${hour}:${minute}`;
}

/** Reports whether a civil time is before an instant of the same zone. */
export function isPast(time: string, earliest: string): boolean {
  return time < earliest.slice(0, 16);
}
