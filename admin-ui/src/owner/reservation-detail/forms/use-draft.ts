import { useState } from "react";

/**
 * What a form shows: what staff have changed, and otherwise what is saved, which may change meanwhile. A change that is saved is
 * a change no more: its field follows the server again. `known` is what is saved where the draft has a word of its own for
 * "as it is".
 */
export function useDraft<Draft extends object>(
  saved: Draft,
  known: Draft = saved,
): [Draft, (part: Partial<Draft>) => void] {
  const [changed, setChanged] = useState<Partial<Draft>>({});
  const [seen, setSeen] = useState(known);
  if (!isSame(seen, known)) {
    setSeen(known);
    setChanged(unsaved(changed, known));
  }
  const set = (part: Partial<Draft>) => setChanged((old) => ({ ...old, ...part }));
  return [{ ...saved, ...changed }, set];
}

function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

/** Lists are sets here. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (Array.isArray(inner) ? inner.toSorted() : inner));
}

function unsaved<Draft extends object>(changed: Partial<Draft>, known: Draft): Partial<Draft> {
  const names = Object.keys(changed) as (keyof Draft)[];
  const left = names.filter((name) => !isSame(changed[name], known[name]));
  return Object.fromEntries(left.map((name) => [name, changed[name]])) as Partial<Draft>;
}
