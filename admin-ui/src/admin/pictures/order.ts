/** Moves an entry of a list by N positions, within its ends. */
export function moved<Entry>(entries: readonly Entry[], index: number, by: number): Entry[] {
  const target = Math.min(Math.max(index + by, 0), entries.length - 1);
  const next = entries.filter((_, place) => place !== index);
  const entry = entries[index];
  if (entry !== undefined) next.splice(target, 0, entry);
  return next;
}
