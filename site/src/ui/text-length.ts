/** Counts characters as the server does. */
export function lengthOf(text: string): number {
  return [...text].length;
}

export function isTooLong(text: string, limit: number): boolean {
  return lengthOf(text) > limit;
}
