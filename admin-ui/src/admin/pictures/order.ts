/** Moves an entry of a list by N positions, within its ends. */
export function moved<Entry>(entries: readonly Entry[], index: number, by: number): Entry[] {
  const target = Math.min(Math.max(index + by, 0), entries.length - 1);
  const next = entries.filter((_, place) => place !== index);
  const entry = entries[index];
  if (entry !== undefined) next.splice(target, 0, entry);
  return next;
}

interface Filed {
  file: string;
}

/**
 * Applies an edited order to the stored pictures: stored ones in the edited order, then the ones that were added since.
 * Pictures that are not stored any more are left out.
 */
export function reconciled<Entry extends Filed>(edited: readonly Entry[], stored: readonly Entry[]): Entry[] {
  const isIn = (list: readonly Entry[], { file }: Entry) => list.some((other) => other.file === file);
  const kept = edited.filter((entry) => isIn(stored, entry));
  return [...kept, ...stored.filter((entry) => !isIn(edited, entry))];
}

/** Returns the entries in the order of the stored ones. */
export function inOrderOf<Entry extends Filed>(entries: readonly Entry[], stored: readonly Entry[]): Entry[] {
  return stored.map((one) => entries.find(({ file }) => file === one.file) ?? one);
}
