/** Whether two days (YYYY-MM-DD) are given, the last before the first; a blank one is none. */
export function isReversed(from: string, till: string): boolean {
  return from !== "" && till !== "" && till < from;
}
