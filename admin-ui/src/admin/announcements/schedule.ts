/** When an announcement shall go out, as its fields have it. */
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

/** The fields of an instant of the restaurant's clock (`2026-12-01T11:00:00+09:00`); of none they are blank. */
export function scheduleOf(instant: string | null): Schedule {
  return {
    date: instant?.slice(0, 10) ?? "",
    hour: instant?.slice(11, 13) ?? "",
    minute: instant?.slice(14, 16) ?? "",
  };
}

/** The civil time of a schedule once all three fields are set; until then it is sent at once. */
export function timeOf({ date, hour, minute }: Schedule): string | null {
  return date === "" || hour === "" || minute === "" ? null : `${date}T${hour}:${minute}`;
}

/** Whether a civil time lies before an instant of the same clock. */
export function isPast(time: string, earliest: string): boolean {
  return time < earliest.slice(0, 16);
}
