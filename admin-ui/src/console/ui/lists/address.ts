/** Parameters of the address in which a list stores its state. */
export const LIST_PARAMETERS = ["page", "perPage", "sort", "order", "filter", "displayedFilters"] as const;

/** Reports whether two addresses differ only in the list's parameters: the rows change, the page does not. */
export function isSamePage(one: URL, other: URL, ...more: string[]): boolean {
  const rest = ({ pathname, searchParams }: URL) => {
    const kept = new URLSearchParams(searchParams);
    for (const name of [...LIST_PARAMETERS, ...more]) kept.delete(name);
    return `${pathname}?${kept}`;
  };
  return one.href !== other.href && rest(one) === rest(other);
}
