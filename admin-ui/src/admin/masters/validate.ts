import { required } from "ra-core";
import type { Validator } from "ra-core";
import { grouped } from "@/console/i18n/page-language";
import type { Field } from "./fields";

/** Returns the fault that the server would find in a number, or undefined. */
export function rangeProblem(value: unknown, [min, max]: readonly [number, number]) {
  if (value === "" || value === null || value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= max) return undefined;
  return { message: "masters.out_of_range", args: { min: grouped(min), max: grouped(max) } };
}

/** Returns the fault that the server would find in a text's length. It counts characters without surrounding blanks. */
export function lengthProblem(value: unknown, most: number) {
  const length = typeof value === "string" ? [...value.trim()].length : 0;
  return length > most ? { message: "ra.validation.maxLength", args: { max: grouped(most) } } : undefined;
}

const needed = required();
const known = new WeakMap<Field, Validator[]>();

/** Returns the client-side rules of a field. The list is cached, because the form compares lists by identity. */
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
