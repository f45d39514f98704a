/** What a list keeps in its address. */
export const LIST_PARAMETERS = ["page", "perPage", "sort", "order", "filter", "displayedFilters"] as const;

/** Whether two addresses are the same but for what a list keeps there: its rows change, its page does not. */
export function isSamePage(one: URL, other: URL, ...more: string[]): boolean {
  const rest = ({ pathname, searchParams }: URL) => {
    const kept = new URLSearchParams(searchParams);
    for (const name of [...LIST_PARAMETERS, ...more]) kept.delete(name);
    return `${pathname}?${kept}`;
  };
  return one.href !== other.href && rest(one) === rest(other);
}
