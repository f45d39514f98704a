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

interface Operation {
  on: boolean;
  /** Null or blank for no limit. */
  days: number | string | null;
}

/** Returns the values by their names in the call, as far as `changed` has them. */
export function operationFields({ on, days }: Partial<Operation>, changed: Partial<Operation>) {
  return {
    ...("on" in changed && on !== undefined && { enable_online_cancellation: on }),
    ...("days" in changed && days !== undefined && { can_create_online_cancellation_within_days: days }),
  };
}

interface Standby {
  allow: boolean;
  immediate: boolean;
  days: number | string;
  hours: number | string;
}

/** Returns the values by their names in the call, as far as `changed` has them. */
export function groupFields({ allow, immediate, days, hours }: Partial<Standby>, changed: Partial<Standby>) {
  return {
    ...("allow" in changed && allow !== undefined && { allow_standby: allow }),
    ...("immediate" in changed && immediate !== undefined && { standby_notify_immediate: immediate }),
    ...("days" in changed && days !== undefined && { standby_notify_before_days: days }),
    ...("hours" in changed && hours !== undefined && { standby_notify_before_hours: hours }),
  };
}
