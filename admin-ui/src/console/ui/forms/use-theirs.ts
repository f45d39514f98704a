import { useCallback, useMemo, useState } from "react";
import { HttpError } from "ra-core";
import { ApiError } from "@/console/api";

type Values = Record<string, unknown>;

function isRecord(value: unknown): value is Values {
  return typeof value === "object" && value !== null;
}

/** Returns the saved values of the fields that another user has changed, if this is the reason of a rejected save. */
export function theirsIn(error: unknown): Values | null {
  const problem: unknown =
    error instanceof ApiError ? error.problem : error instanceof HttpError ? (error.body as unknown) : null;
  if (!isRecord(problem) || problem.code !== "edited_meanwhile" || !isRecord(problem.current)) return null;
  return isRecord(problem.current.fields) ? problem.current.fields : null;
}

/**
 * Returns what the save of a form sends: the changed fields, and under `expected` the values that the form showed. The
 * first two arguments have the same format; `seen` is the record as the server sent it.
 */
export function changesOf(shown: Values, entered: Values, seen: Values): { changed: Values; expected: Values } {
  const names = Object.keys(entered).filter((name) => JSON.stringify(shown[name]) !== JSON.stringify(entered[name]));
  const only = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return { changed: only(entered), expected: only(seen) };
}

/** Values that other users have saved while a form was open. */
export interface Theirs {
  /** All of them, by field. The next save has seen them. */
  values: Values;
  /** Fields for which the user has not chosen a value yet. */
  undecided: readonly string[];
  /** Reads the error of a save. Returns whether another user's change is the reason. */
  read: (error: unknown) => boolean;
  decide: (name: string) => void;
  /** Forgets all values, before the form shows another record. */
  reset: () => void;
}

export function useTheirs(): Theirs {
  const [values, setValues] = useState<Values>({});
  const [undecided, setUndecided] = useState<readonly string[]>([]);
  const read = useCallback((error: unknown) => {
    const found = theirsIn(error);
    if (found === null) return false;
    setValues((known) => ({ ...known, ...found }));
    setUndecided(Object.keys(found));
    return true;
  }, []);
  const decide = useCallback((name: string) => setUndecided((names) => names.filter((other) => other !== name)), []);
  const reset = useCallback(() => {
    setValues({});
    setUndecided([]);
  }, []);
  return useMemo(() => ({ values, undecided, read, decide, reset }), [values, undecided, read, decide, reset]);
}
