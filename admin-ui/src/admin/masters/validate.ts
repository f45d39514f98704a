import { required } from "ra-core";
import type { Validator } from "ra-core";
import type { Field } from "./fields";

const shown = (number: number) => number.toLocaleString("ja-JP");

/** What the server would refuse of a number, or nothing. */
export function rangeProblem(value: unknown, [min, max]: readonly [number, number]) {
  if (value === "" || value === null || value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= max) return undefined;
  return { message: "masters.out_of_range", args: { min: shown(min), max: shown(max) } };
}

/** What the server would refuse of a text's length: it counts characters without the blanks around. */
export function lengthProblem(value: unknown, most: number) {
  const length = typeof value === "string" ? [...value.trim()].length : 0;
  return length > most ? { message: "ra.validation.maxLength", args: { max: shown(most) } } : undefined;
}

const needed = required();
const known = new WeakMap<Field, Validator[]>();

/** The rules of a field that the client knows; the same list each time, as the form compares lists. */
export function rulesOf(field: Field): Validator[] {
  const rules = known.get(field) ?? newRules(field);
  known.set(field, rules);
  return rules;
}

function newRules({ kind, isOptional, bounds, most }: Field): Validator[] {
  const rules: Validator[] = isOptional || kind === "tick" ? [] : [needed];
  if (bounds !== undefined) rules.push((value) => rangeProblem(value, bounds));
  if (most !== undefined) rules.push((value) => lengthProblem(value, most));
  return rules;
}
