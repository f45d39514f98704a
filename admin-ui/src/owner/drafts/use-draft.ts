import { useEffect, useState } from "react";
import { saveDraft, loadDraft } from "./store";

export interface Drafted<Draft> {
  /** The shown values. */
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  isUnsaved: boolean;
  /** Changed fields whose saved value has changed since. The user must decide before saving. */
  clashes: (keyof Draft)[];
  keepMine: (name: keyof Draft) => void;
  takeTheirs: (name: keyof Draft) => void;
  /** The saved values of the changed fields that the user knows. A save sends them with the changes. */
  expected: Partial<Draft>;
  /** Discards the changes and shows the saved values. */
  discard: () => void;
  /**
   * Call with the sent values after the server has accepted them. The saved values follow soon. Input that was typed
   * meanwhile remains unsaved.
   */
  sent: (values: Draft) => void;
}

/**
 * Returns the values of a form: changes of staff over saved values, which may be updated meanwhile. After saving, a
 * field follows the server again. A form that is closed with changes shows them when it is reopened; one with null for
 * its key loses them. `known` holds the saved values if the draft has special values for "unchanged".
 */
export function useDraft<Draft extends object>(
  form: string | null,
  saved: Draft,
  known: Draft = saved,
): Drafted<Draft> {
  const [changed, setChanged] = useState(() => unsaved(loadDraft<Draft>(form).changed, known));
  const [began, setBegan] = useState(() => loadDraft<Draft>(form).began);
  const [accepted, setAccepted] = useState<Partial<Draft>>({});
  const [seen, setSeen] = useState(known);
  /** Accepted values of fields whose saved values have not followed yet. */
  const ahead = unsaved<Draft>(accepted, seen);
  if (!isSame(seen, known)) {
    setSeen(known);
    setAccepted({});
    // A field that was changed and reverted is no change, whatever is saved later.
    const next = unsaved<Draft>(unsaved<Draft>(changed, { ...seen, ...ahead }), known);
    setChanged(next);
    // The server may store another form of an accepted value, without spaces at its ends.
    setBegan({ ...picked(began, next), ...picked(picked(known, ahead), next) });
  }
  const stored = { ...known, ...ahead };
  const left = unsaved<Draft>(unsaved<Draft>(changed, stored), { ...saved, ...ahead });
  useEffect(() => saveDraft(form, left, picked(began, left)));
  // Another form of the same reservation may have stored fields that this form does not have.
  const isMoved = (name: keyof Draft) => name in began && name in known && !isSame(began[name], stored[name]);
  return {
    draft: { ...saved, ...changed },
    set: (part) => {
      setChanged((old) => ({ ...old, ...part }));
      setBegan((old) => ({ ...picked(known, unsaved(part, known)), ...old }));
    },
    isUnsaved: Object.keys(left).length > 0,
    expected: picked(began, left),
    clashes: (Object.keys(left) as (keyof Draft)[]).filter(isMoved),
    keepMine: (name) => setBegan((old) => ({ ...old, [name]: known[name] })),
    takeTheirs: (name) => {
      setChanged((old) => without(old, name));
      setBegan((old) => without(old, name));
    },
    // A form that closes with the discard does not render again, so its effect would not delete the input.
    discard: () => {
      saveDraft(form, {});
      setChanged({});
      setBegan({});
    },
    // A form that closes after saving does not render again, so its effect would not delete the input.
    sent: (values) => {
      const own = unsaved<Draft>(unsaved<Draft>(values, known), saved);
      saveUnsent(form, own, known);
      setAccepted(own);
      setChanged((old) => picked(old, known));
      setBegan((old) => ({ ...old, ...picked(own, old) }));
    },
  };
}

/** Stores the input that was typed after `own` was sent. */
function saveUnsent<Draft extends object>(form: string | null, own: Partial<Draft>, known: Draft): void {
  const { changed, began } = loadDraft<Draft>(form);
  const left = picked<Draft>(unsaved<Draft>(changed, own), known);
  saveDraft(form, left, picked<Draft>({ ...began, ...own }, left));
}

function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

/** Serialises a value for a comparison. Lists are compared as sets. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (Array.isArray(inner) ? inner.toSorted() : inner));
}

function unsaved<Draft extends object>(changed: Partial<Draft>, known: Partial<Draft>): Partial<Draft> {
  const names = Object.keys(changed) as (keyof Draft)[];
  const left = names.filter((name) => !isSame(changed[name], known[name]));
  return Object.fromEntries(left.map((name) => [name, changed[name]])) as Partial<Draft>;
}

/** Returns the fields of one object that the other one has too. */
function picked<Draft extends object>(of: Partial<Draft>, names: Partial<Draft>): Partial<Draft> {
  const own = Object.entries(of).filter(([name]) => name in names);
  return Object.fromEntries(own) as Partial<Draft>;
}

function without<Draft extends object>(of: Partial<Draft>, name: keyof Draft): Partial<Draft> {
  const { [name]: _, ...rest } = of;
  return rest as unknown as Partial<Draft>;
}
