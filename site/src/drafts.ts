import { useEffect, useState } from "react";
import type { Dispatch, SetStateAction } from "react";
import { currentSession } from "@/api";

interface Draft<T> {
  /** What the form said before anything was typed: a draft of something that has changed since counts for nothing. */
  first: T;
  value: T;
}

/**
 * A state that lives through a reload, a change of language and the way back, in its tab only. Without a name it is like any other.
 * Never for card data or passwords.
 */
export function useKept<T>(name: string | null, first: T): [T, Dispatch<SetStateAction<T>>] {
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

/** Keeps what is written under the name; without a draft there is none. */
export function useDraft(name: string | null, draft: string | null): void {
  useEffect(() => {
    if (name === null) return;
    if (draft === null) store()?.removeItem(prefix() + name);
    else store()?.setItem(prefix() + name, draft);
  }, [name, draft]);
}

/** What was kept under the name, as it was written; null when there is nothing. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(store()?.getItem(prefix() + name) ?? "null");
  } catch {
    return null;
  }
}

/** Forgets the drafts whose names begin so, all but those that `keeps` names. */
export function forgetDrafts(start: string, keeps: (name: string) => boolean = () => false): void {
  const own = prefix();
  for (const key of Object.keys(store() ?? {})) {
    if (key.startsWith(own + start) && !keeps(key.slice(own.length))) store()?.removeItem(key);
  }
}

/** Browsers may refuse the storage; the forms work without. */
function store(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/**
 * Where the drafts of whoever is signed in begin. They outlive a session that has ended by itself, for its diner to come back to;
 * somebody else who signs in in the same tab finds none of them.
 */
function prefix(): string {
  return `seki.draft.${currentSession()?.user?.email ?? ""}/`;
}
