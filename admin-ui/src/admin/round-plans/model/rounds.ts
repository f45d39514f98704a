import type { CivilDate } from "@seki/shared/civil-time";

/** A round of a custom plan: its start, and the last date that it opens. */
export interface Round {
  /** Key of a stored round; null for a new one. */
  key: string | null;
  /** YYYY-MM-DD HH:mm:00 in the restaurant's zone. */
  effective_at: string;
  online_reservable_till: CivilDate;
}

/** Input of a new round; empty fields are not chosen yet. */
export interface RoundForm {
  start: CivilDate;
  hour: number;
  minute: number;
  end: CivilDate;
}

export type RoundProblem = "empty" | "past" | "backwards" | "same_start" | "overlapping";

const two = (number: number): string => String(number).padStart(2, "0");

/** 00 to 23, and 00 to 55 in steps of five (admin §9). */
export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
export const MINUTES = Array.from({ length: 12 }, (_, step) => step * 5);
export const clockText = (hour: number, minute: number): string => `${two(hour)}:${two(minute)}`;

function startOf({ start, hour, minute }: RoundForm): string {
  return `${start} ${clockText(hour, minute)}:00`;
}

function dayOf({ effective_at }: Round): CivilDate {
  return effective_at.slice(0, 10);
}

/**
 * Returns the reason why a round cannot be added (admin §5): a date is missing, before today or before the start of the
 * range; another round starts at the same time; or the range overlaps another round's. The last date of a range may be
 * the first of the next (gaps G054c).
 */
export function problemOf(rounds: Round[], form: RoundForm, today: CivilDate): RoundProblem | null {
  if (form.start === "" || form.end === "") return "empty";
  if (form.start < today || form.end < today) return "past";
  if (form.end < form.start) return "backwards";
  if (rounds.some(({ effective_at }) => effective_at === startOf(form))) return "same_start";
  const shares = (round: Round) => form.start < round.online_reservable_till && dayOf(round) < form.end;
  return rounds.some(shares) ? "overlapping" : null;
}

export function sorted(rounds: Round[]): Round[] {
  return rounds.toSorted((a, b) => a.effective_at.localeCompare(b.effective_at));
}

/** Returns the list with the form's round inserted in order. */
export function withRound(rounds: Round[], form: RoundForm): Round[] {
  return sorted([...rounds, { key: null, effective_at: startOf(form), online_reservable_till: form.end }]);
}

/** A start in the past takes effect immediately. `now` has the format of starts. */
export function isEffective(round: Round, now: string): boolean {
  return round.effective_at <= now;
}
