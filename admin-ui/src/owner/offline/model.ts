import { ApiError } from "@/owner/api";
import type { Schemas } from "@/owner/api";

export type ServiceState = Schemas["ServiceState"];

/** The server's reason for rejecting a note. */
export interface Problem {
  code: string;
  message: string;
  /** The invalid fields. */
  fields: string[];
}

interface Common {
  /** Increases in the order of recording; 0 before the note is stored. */
  id: number;
  /** The idempotency key: a note that is sent twice takes effect once. */
  key: string;
  /** The author's email address. Only the author's session sends the note. */
  who: string;
  /** Slug of the restaurant. */
  slug: string;
  /** The day of the calendar. */
  date: string;
  /** ISO 8601, by the server's clock as far as it is known. */
  happenedAt: string;
  /** The labels of the seats. */
  seats: string;
  /** Set while the note is a conflict. */
  problem: Problem | null;
}

/** A step of a visit. It is stored without the guest's name, which the day has. */
export interface StepNote extends Common {
  kind: "step";
  /** The reservation's uid, or `uidOf` the walk-in that is not sent yet. */
  of: string;
  state: ServiceState | null;
  /** The state that staff saw before; missing if they decided to record the step whatever the current state is. */
  from?: ServiceState | null;
  /** Booked start, HH:mm. */
  starts: string;
}

/** A party without a booking. */
export interface WalkInNote extends Common {
  kind: "walk_in";
  guests: number;
  groupUid: string;
  itemUids: string[];
}

export type Note = StepNote | WalkInNote;
type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** A note as the page creates it. */
export type NewNote = Without<Note, "id" | "who" | "slug" | "problem">;

const UNSENT = "note:";

/** Returns the temporary uid of a walk-in that the server has not received yet. */
export function uidOf({ key }: Pick<Note, "key">): string {
  return UNSENT + key;
}

export function isUnsentUid(uid: string): boolean {
  return uid.startsWith(UNSENT);
}

/** Returns the uid of the note's party. */
export function subjectOf(note: Note): string {
  return note.kind === "step" ? note.of : uidOf(note);
}

/** Returns the ids of notes that wait for a decision on an earlier note of the same party. */
export function heldOf(notes: readonly Note[]): ReadonlySet<number> {
  const open = new Set<string>();
  const held = new Set<number>();
  for (const note of notes) {
    if (open.has(subjectOf(note))) held.add(note.id);
    if (note.problem !== null) open.add(subjectOf(note));
  }
  return held;
}

/** Returns the next note to send: the earliest one that does not wait for a decision. */
export function nextOf(notes: readonly Note[]): Note | null {
  const held = heldOf(notes);
  return notes.find((note) => note.problem === null && !held.has(note.id)) ?? null;
}

/** Outcome of a failed attempt to send a note: retry later, sign in again, or a conflict for the user to decide. */
export type Outcome = { is: "later" } | { is: "signed_out" } | { is: "clash"; problem: Problem };

/** Statuses that are temporary and not about the note: timeout, too early, too many requests. All 5xx are too. */
const PASSING = new Set([408, 425, 429]);

export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { is: "later" };
  const { status, problem } = error;
  if (status === 401) return { is: "signed_out" };
  // The next response renews the token of a cached page.
  if (status >= 500 || PASSING.has(status) || problem.code === "csrf") return { is: "later" };
  const fields = Object.keys(problem.fields ?? {});
  return { is: "clash", problem: { code: problem.code ?? String(status), message: error.message, fields } };
}

export type Choice = "again" | "anyway" | "as_of_now" | "other_seats" | "drop";

const SEATS_GONE = new Set(["seat_taken", "seat_held", "slot_seat_taken", "not_enough_seats", "items_not_entered"]);
const OVER = new Set(["reservation_ended", "not_found"]);

/** Returns the choices for a conflict. Dropping the note is always possible. */
export function choicesOf(note: Note): Choice[] {
  if (note.problem === null) return [];
  const { code, fields } = note.problem;
  if (OVER.has(code)) return ["drop"];
  if (fields.includes("at") || fields.includes("happened_at")) return ["as_of_now", "drop"];
  if (note.kind === "step" && code === "service_state_moved") return ["anyway", "drop"];
  if (note.kind === "walk_in" && SEATS_GONE.has(code)) return ["other_seats", "drop"];
  return ["again", "drop"];
}

const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/** Returns the wait after a number of failures in a row, in milliseconds. */
export function delayOf(failures: number): number {
  return RETRY_MS[Math.min(Math.max(failures, 1), RETRY_MS.length) - 1] ?? 0;
}
