/** Settings of cancellation slots (owner §4, §5, §9). */

const MAX_DAYS = 2_147_483_647;

/** Parses a whole number from 0 to the server's maximum; null for an invalid text. */
export function wholeNumber(text: string): number | null {
  const trimmed = text.trim();
  if (!/^\d{1,10}$/.test(trimmed)) return null;
  const number = Number(trimmed);
  return number <= MAX_DAYS ? number : null;
}

export interface Switch {
  on: boolean;
  /** Text of the field. */
  days: string;
  /** Text of the field when the switch was last on. */
  last: string;
}

/** Turns the switch. Off clears the days, on restores the last ones. */
export function turned({ on, days, last }: Switch): Switch {
  return on ? { on: false, days: "", last: days } : { on: true, days: last, last };
}
