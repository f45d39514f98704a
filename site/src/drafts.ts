import { useEffect, useState } from "react";
import type { Dispatch, SetStateAction } from "react";
import { isLeavingDocument } from "@seki/shared/navigation";
import { currentSession } from "@/api";

interface Draft<T> {
  /** The form's initial value. A draft of a value that has changed since is ignored. */
  first: T;
  value: T;
}

/**
 * State that survives a reload, a change of language and back navigation, within its tab. Without a name it is plain
 * state. Never for card data or passwords.
 */
export function useStoredState<T>(name: string | null, first: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState<T>(() => (name === null ? first : valueOf(name, first)));
  const before = JSON.stringify(first);
  const now = JSON.stringify(value);
  useDraft(name, now === before ? null : `{"first":${before},"value":${now}}`);
  return [value, setValue];
}

function valueOf<T>(name: string, first: T): T {
  const draft = readDraft(name) as Draft<T> | null;
  return JSON.stringify(draft?.first) === JSON.stringify(first) ? (draft?.value ?? first) : first;
}

/**
 * Stored state that the diner typed: while it differs from its first value, the browser asks before the diner closes or
 * reloads the tab. In-app navigation does not ask, because the draft stays.
 */
export function useStoredInput<T>(name: string | null, first: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useStoredState(name, first);
  const now = JSON.stringify(value);
  useUnloadGuard(name, now === JSON.stringify(first) ? null : now);
  return [value, setValue];
}

/** Stores the draft under the name; null deletes it. */
export function useDraft(name: string | null, draft: string | null): void {
  useEffect(() => {
    if (name === null) return;
    if (draft === null) store()?.removeItem(prefix() + name);
    else store()?.setItem(prefix() + name, draft);
  }, [name, draft]);
}

/** Names of the drafts that are shown and unsaved. */
const unsaved = new Set<string>();

/** Asks before the document unloads, while there is input and until `deleteDrafts` deletes its draft. */
export function useUnloadGuard(name: string | null, input: string | null): void {
  useEffect(() => {
    if (name === null || input === null) return undefined;
    unsaved.add(name);
    updateGuard();
    return () => {
      unsaved.delete(name);
      updateGuard();
    };
  }, [name, input]);
}

/** Without unsaved input there is no listener, because some browsers keep no page with one in their back-forward cache. */
function updateGuard(): void {
  if (unsaved.size > 0) window.addEventListener("beforeunload", askBeforeUnload);
  else window.removeEventListener("beforeunload", askBeforeUnload);
}

/** Does not ask if the site itself leaves the document, such as for another language: the next one shows the draft. */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (!isLeavingDocument()) event.preventDefault();
}

/** Returns the draft under the name, as it was stored; null without one. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(store()?.getItem(prefix() + name) ?? "null");
  } catch {
    return null;
  }
}

/** Deletes the drafts whose names begin with `start`, except names that `keeps` accepts. */
export function deleteDrafts(start: string, keeps: (name: string) => boolean = () => false): void {
  const own = prefix();
  for (const key of Object.keys(store() ?? {})) {
    if (key.startsWith(own + start) && !keeps(key.slice(own.length))) store()?.removeItem(key);
  }
  for (const name of unsaved) if (name.startsWith(start) && !keeps(name)) unsaved.delete(name);
  updateGuard();
}

/** Returns the session storage; null if the browser denies it. The forms work without it. */
function store(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/**
 * Returns the key prefix of the signed-in diner's drafts. Drafts outlive an expired session, for the same diner to
 * continue. Another diner who signs in in the same tab cannot read them.
 */
function prefix(): string {
  return `seki.draft.${currentSession()?.user?.email ?? ""}/`;
}
