import { ApiError } from "@/owner/api";
import type { Schemas } from "@/owner/api";

export type ServiceState = Schemas["ServiceState"];

/** Why a note was not taken, as the server said it. */
export interface Problem {
  code: string;
  message: string;
  /** The fields that were refused. */
  fields: string[];
}

interface Common {
  /** In the order in which they were noted; 0 before it is kept. */
  id: number;
  /** Names it for the server: sent twice, it is done once. */
  key: string;
  /** Whose it is: the account's address. Nobody else sends it. */
  who: string;
  /** Of which restaurant. */
  slug: string;
  /** Of the day it belongs to. */
  date: string;
  /** By the server's clock, as far as it is known: ISO 8601. */
  happenedAt: string;
  /** The seats, as they are called. */
  seats: string;
  /** Set while somebody has to decide. */
  problem: Problem | null;
}

/** A step of a visit. No name is kept with it: who it is stands in the day. */
export interface StepNote extends Common {
  kind: "step";
  /** The reservation's uid, or `uidOf` the walk-in that is not sent yet. */
  of: string;
  state: ServiceState | null;
  /** What staff saw before; left out where they decided to note it whatever stands there. */
  from?: ServiceState | null;
  /** When the party was to come, HH:mm. */
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
/** A note as the page makes it. */
export type NewNote = Without<Note, "id" | "who" | "slug" | "problem">;

const UNSENT = "note:";

/** What a walk-in is called while the server has not given it a uid. */
export function uidOf({ key }: Pick<Note, "key">): string {
  return UNSENT + key;
}

export function isUnsentUid(uid: string): boolean {
  return uid.startsWith(UNSENT);
}

/** The party that a note is about. */
export function subjectOf(note: Note): string {
  return note.kind === "step" ? note.of : uidOf(note);
}

/** The notes that wait for a decision on an earlier one about the same party. */
export function heldOf(notes: readonly Note[]): ReadonlySet<number> {
  const open = new Set<string>();
  const held = new Set<number>();
  for (const note of notes) {
    if (open.has(subjectOf(note))) held.add(note.id);
    if (note.problem !== null) open.add(subjectOf(note));
  }
  return held;
}

/** The note that is sent next: the earliest that waits for nobody. */
export function nextOf(notes: readonly Note[]): Note | null {
  const held = heldOf(notes);
  return notes.find((note) => note.problem === null && !held.has(note.id)) ?? null;
}

/** What came of sending a note: it is tried again later, after signing in again, or somebody decides. */
export type Outcome = { is: "later" } | { is: "signed_out" } | { is: "clash"; problem: Problem };

/** Statuses that say nothing of the note itself: too early, too many, and all of the server's own. */
const PASSING = new Set([408, 425, 429]);

export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { is: "later" };
  const { status, problem } = error;
  if (status === 401) return { is: "signed_out" };
  // The token of a page that was kept is renewed by the next answer.
  if (status >= 500 || PASSING.has(status) || problem.code === "csrf") return { is: "later" };
  const fields = Object.keys(problem.fields ?? {});
  return { is: "clash", problem: { code: problem.code ?? String(status), message: error.message, fields } };
}

export type Choice = "again" | "anyway" | "as_of_now" | "other_seats" | "drop";

const SEATS_GONE = new Set(["seat_taken", "seat_held", "slot_seat_taken", "not_enough_seats", "items_not_entered"]);
const OVER = new Set(["reservation_ended", "not_found"]);

/** What can be done about a note that was not taken; to leave it out always can. */
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

/** How long a note is left alone after so many failures in a row. */
export function delayOf(failures: number): number {
  return RETRY_MS[Math.min(Math.max(failures, 1), RETRY_MS.length) - 1] ?? 0;
}
