/** The settings of cancellation slots (owner §4, §5, §9). */

const MAX_DAYS = 2_147_483_647;

/** A whole number from 0 on within what the server takes; null when the text is none. */
export function wholeNumber(text: string): number | null {
  const trimmed = text.trim();
  if (!/^\d{1,10}$/.test(trimmed)) return null;
  const number = Number(trimmed);
  return number <= MAX_DAYS ? number : null;
}

export interface Switch {
  on: boolean;
  /** What stands in the field. */
  days: string;
  /** What stood there when it was last on. */
  last: string;
}

/** Switching off clears the days; switching on brings the last ones back. */
export function turned({ on, days, last }: Switch): Switch {
  return on ? { on: false, days: "", last: days } : { on: true, days: last, last };
}
