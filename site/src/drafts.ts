import { useEffect, useState } from "react";
import type { Dispatch, SetStateAction } from "react";
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

/** Stores the draft under the name; null deletes it. */
export function useDraft(name: string | null, draft: string | null): void {
  useEffect(() => {
    if (name === null) return;
    if (draft === null) store()?.removeItem(prefix() + name);
    else store()?.setItem(prefix() + name, draft);
  }, [name, draft]);
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
