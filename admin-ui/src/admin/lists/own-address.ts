import { LIST_PARAMETERS } from "@/console/ui/lists/address";

export type Filter = Readonly<Record<string, unknown>>;

/** The plain parameters by which links lead to a list. */
export interface ListLinks {
  /** The filter of an address without parameters. */
  initial: Filter;
  /** The filter of each parameter. */
  plain: Readonly<Record<string, (value: string) => Filter>>;
}

/**
 * Returns the parameters in which react-admin keeps a list's state, if an address has other parameters: a link's plain
 * ones, or ones that do not concern the list, with which react-admin would ignore the initial filter.
 */
export function ownAddress(address: URLSearchParams, { initial, plain }: ListLinks): string | null {
  const named = Object.entries(plain).filter(([name]) => address.has(name));
  const isOwn = LIST_PARAMETERS.some((name) => address.has(name)) || [...address].length === 0;
  if (named.length === 0 && isOwn) return null;
  const meant = named.map(([name, filterOf]) => filterOf(address.get(name) ?? ""));
  const own = new URLSearchParams(address);
  for (const [name] of named) own.delete(name);
  own.set("filter", JSON.stringify(named.length === 0 ? initial : Object.assign({}, ...meant)));
  return own.toString();
}

/** Returns the parameters of a list with a filter. */
export function filteredBy(filter: Filter): string {
  return new URLSearchParams({ filter: JSON.stringify(filter) }).toString();
}

/** Returns the filter of a list's own address. */
export function filterIn(address: URLSearchParams): Filter {
  try {
    const filter: unknown = JSON.parse(address.get("filter") ?? "{}");
    return typeof filter === "object" && filter !== null ? { ...filter } : {};
  } catch {
    return {};
  }
}
