import { callsOver, request } from "@seki/shared/api";
import { ApiError, NetworkError, currentShell, serverNow } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { delayOf, nextOf, outcomeOf, subjectOf, uidOf } from "./model";
import type { NewNote, Note, Problem, StepNote, WalkInNote } from "./model";
import { mayCache } from "./days";
import { openDatabase } from "./store";

/** Timeout of a call, in milliseconds: a lost connection may be silent. */
const TIMEOUT_MS = 10_000;

/** The offline notes and the state of sending them. */
export interface Notes {
  /** The unsent notes, in order. */
  waiting: readonly Note[];
  /** Notes sent since the day was last read. They are shown until the day includes them. */
  sent: readonly Note[];
  /** A note is being sent. */
  isSending: boolean;
  /** The session has ended. The notes wait until their author signs in again. */
  isSignedOut: boolean;
}

let state: Notes = { waiting: [], sent: [], isSending: false, isSignedOut: false };
let retry: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
/** Another window is sending. This window sends the rest afterwards. */
let isQueued = false;
const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("seki_notes");

function show(change: Partial<Notes>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export function currentNotes(): Notes {
  return state;
}

export function onNotes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts to follow the notes of other windows and to send waiting ones. Returns a function that stops it. */
export function startNotes(): () => void {
  const changed = ({ data }: MessageEvent<{ sent: Note[] }>) => {
    show({ sent: [...state.sent, ...data.sent] });
    void readNotes().then(sendNotes);
  };
  const online = () => void sendNotes();
  channel?.addEventListener("message", changed);
  window.addEventListener("online", online);
  void readNotes().then(sendNotes);
  return () => {
    channel?.removeEventListener("message", changed);
    window.removeEventListener("online", online);
    clearTimeout(retry);
  };
}

/** Reads the unsent notes of the signed-in user. */
export async function readNotes(): Promise<void> {
  const who = currentShell()?.session?.email;
  try {
    const all = await (await openDatabase()).getAll("notes");
    show({ waiting: all.filter((note) => note.who === who) });
  } catch {
    // A browser without storage has no notes to send.
    show({ waiting: [] });
  }
}

async function notifyListeners(sent: Note[] = []): Promise<void> {
  await readNotes();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel?.postMessage({ sent });
}

/** Stores a note until it is sent. Rejects if this browser cannot store it. */
export async function addNote(note: NewNote): Promise<void> {
  const session = currentShell()?.session ?? undefined;
  // This session stores no notes: the call has failed because the page is offline.
  if (!mayCache(session)) throw new NetworkError();
  const own = { ...note, who: session.email, slug: session.restaurant.slug, problem: null };
  await (await openDatabase()).add("notes", own as unknown as Note);
  await notifyListeners();
  void sendNotes();
}

/** Deletes a note. A walk-in is deleted with the steps of its party. */
export async function dropNote(note: Note): Promise<void> {
  const database = await openDatabase();
  const gone = note.kind === "walk_in" ? state.waiting.filter((other) => subjectOf(other) === uidOf(note)) : [note];
  for (const { id } of gone) await database.delete("notes", id);
  await notifyListeners();
}

/** Sends a note again with a decision. Its key is unused: the server stores nothing for a rejected note. */
export async function decideNote(note: Note, decision: Partial<WalkInNote> | Partial<StepNote>): Promise<void> {
  const database = await openDatabase();
  const next = { ...note, ...decision, problem: null } as Note;
  await database.put("notes", next);
  await notifyListeners();
  void sendNotes();
}

/** Removes sent notes after the day was read, which includes them now. */
export function discardSent(sent: readonly Note[]): void {
  if (sent.length > 0) show({ sent: state.sent.filter((note) => !sent.includes(note)) });
}

/** Sends the waiting notes in order. One window sends at a time. */
export async function sendNotes(): Promise<void> {
  if (nextOf(state.waiting) === null || isQueued) return;
  if (!("locks" in navigator)) return sendAll();
  isQueued = true;
  await navigator.locks.request("seki_notes", async () => {
    isQueued = false;
    await sendAll();
  });
}

async function sendAll(): Promise<void> {
  clearTimeout(retry);
  show({ isSending: true });
  try {
    await readNotes();
    for (let note = nextOf(state.waiting); note !== null; note = nextOf(state.waiting)) {
      const outcome = await sendOne(note).then(
        () => null,
        (error: unknown) => outcomeOf(error),
      );
      if (outcome === null) failures = 0;
      else if (outcome.is === "clash") await refuse(note, outcome.problem);
      else return pause(outcome.is === "signed_out");
    }
  } finally {
    show({ isSending: false });
  }
}

function pause(isSignedOut: boolean): void {
  failures += 1;
  show({ isSignedOut });
  if (!isSignedOut) retry = setTimeout(() => void sendNotes(), delayOf(failures));
}

async function refuse(note: Note, problem: Problem): Promise<void> {
  await (await openDatabase()).put("notes", { ...note, problem });
  await notifyListeners();
}

async function sendOne(note: Note): Promise<void> {
  const uid = note.kind === "step" ? await sendStep(note) : await sendWalkIn(note);
  const store = (await openDatabase()).transaction("notes", "readwrite").store;
  await store.delete(note.id);
  // Later steps of the party continue under the uid from the server.
  for (const later of await store.getAll()) {
    if (later.kind === "step" && later.of === uidOf(note)) await store.put({ ...later, of: uid });
  }
  show({ sent: [...state.sent, note], isSignedOut: false });
  await notifyListeners([note]);
}

/**
 * Sends a step. If another user has recorded the same step meanwhile, that one stays with its time, and no decision is
 * needed.
 */
async function sendStep(note: StepNote): Promise<string> {
  try {
    return await putStep(note);
  } catch (error) {
    const isMoved = error instanceof ApiError && error.problem.code === "service_state_moved";
    if (!isMoved || note.from === note.state) throw error;
    return await putStep({ ...note, from: note.state }).catch(() => Promise.reject(error));
  }
}

async function putStep({ of, state: reached, from, happenedAt, key, slug }: StepNote): Promise<string> {
  // Without the expected state the step is recorded whatever the current one is.
  const seen = from === undefined ? {} : { from };
  const body = { state: reached, ...seen, at: notAhead(happenedAt), idempotency_key: key };
  await callsAt(slug)("PUT", "/owners/api/reservations/{uid}/service_state", {
    path: { uid: of },
    body: body as Schemas["ServiceStateBody"],
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return of;
}

async function sendWalkIn({ guests, groupUid, itemUids, happenedAt, key, slug }: WalkInNote): Promise<string> {
  const body = {
    guests_count: guests,
    inventory_group_uid: groupUid,
    inventory_item_uids: itemUids,
    course_uid: null,
    internal_memo: null,
    happened_at: notAhead(happenedAt),
    idempotency_key: key,
  };
  const { data } = await callsAt(slug)("POST", "/owners/api/walk_ins", {
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return data.uid;
}

/** Returns calls for the restaurant of the note. They do not leave the page after the session has ended. */
function callsAt(slug: string) {
  return callsOver((address, init) =>
    request(`${address}${address.includes("?") ? "&" : "?"}restaurant_slug=${encodeURIComponent(slug)}`, init),
  );
}

/** Limits a time to the server's current one: the browser's clock may have been fast while offline. */
function notAhead(happenedAt: string): string {
  const now = serverNow().toISOString();
  return happenedAt < now ? happenedAt : now;
}
