/** Maximum number of customers that a confirmation names. */
const NAMED = 3;

export interface Naming {
  named: (name: string) => string;
  others: (names: string, count: number) => string;
  separator: string;
}

/** Returns up to three names, and the total number if there are more. */
export function namesOf(names: readonly string[], { named, others, separator }: Naming): string {
  const first = names.slice(0, NAMED).map(named).join(separator);
  return names.length > NAMED ? others(first, names.length) : first;
}
