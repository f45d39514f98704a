/** Reports whether the last day (YYYY-MM-DD) is before the first; false if one is blank. */
export function isReversed(from: string, till: string): boolean {
  return from !== "" && till !== "" && till < from;
}
