import { useEffect, useState } from "react";
import { keep, takeUp } from "./kept";

export interface Drafted<Draft> {
  /** What the form shows. */
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  isUnsaved: boolean;
  /** The changed fields in which something else was saved since the change began: whoever saves decides first. */
  clashes: (keyof Draft)[];
  keepMine: (name: keyof Draft) => void;
  takeTheirs: (name: keyof Draft) => void;
  /** Shows what is saved. */
  discard: () => void;
  /** The server has taken what the form shows, and will soon say so. */
  sent: () => void;
}

/**
 * What a form shows: what staff have changed, and otherwise what is saved, which may change meanwhile. A change that is saved is
 * a change no more: its field follows the server again. A form that is closed with changes shows them when it is opened again.
 * `known` is what is saved where the draft has a word of its own for "as it is".
 */
export function useDraft<Draft extends object>(form: string, saved: Draft, known: Draft = saved): Drafted<Draft> {
  const [changed, setChanged] = useState(() => unsaved(takeUp<Draft>(form).changed, known));
  const [began, setBegan] = useState(() => takeUp<Draft>(form).began);
  const [isSent, setSent] = useState(false);
  const [seen, setSeen] = useState(known);
  if (!isSame(seen, known)) {
    setSeen(known);
    setSent(false);
    // What was typed and taken back is no change, whatever is saved later.
    const next = isSent ? {} : unsaved(unsaved(changed, seen), known);
    setChanged(next);
    setBegan(picked(began, next));
  }
  const left = isSent ? {} : unsaved(unsaved(changed, known), saved);
  useEffect(() => keep(form, left, picked(began, left)));
  // What another form of the same reservation has kept is none of this one's fields.
  const isMoved = (name: keyof Draft) => name in began && name in known && !isSame(began[name], known[name]);
  return {
    draft: { ...saved, ...changed },
    set: (part) => {
      setSent(false);
      setChanged((old) => ({ ...old, ...part }));
      setBegan((old) => ({ ...picked(known, unsaved(part, known)), ...old }));
    },
    isUnsaved: Object.keys(left).length > 0,
    clashes: (Object.keys(left) as (keyof Draft)[]).filter(isMoved),
    keepMine: (name) => setBegan((old) => ({ ...old, [name]: known[name] })),
    takeTheirs: (name) => {
      setChanged((old) => without(old, name));
      setBegan((old) => without(old, name));
    },
    // A form that closes with it draws no more.
    discard: () => {
      keep(form, {});
      setChanged({});
      setBegan({});
    },
    // A form that closes once it is saved draws no more.
    sent: () => {
      keep(form, {});
      setSent(true);
    },
  };
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

/** The fields of one that the other has. */
function picked<Draft extends object>(of: Partial<Draft>, names: Partial<Draft>): Partial<Draft> {
  const own = Object.entries(of).filter(([name]) => name in names);
  return Object.fromEntries(own) as Partial<Draft>;
}

function without<Draft extends object>(of: Partial<Draft>, name: keyof Draft): Partial<Draft> {
  const { [name]: _, ...rest } = of;
  return rest as unknown as Partial<Draft>;
}
