import type { ComponentType } from "react";

export interface MenuEntry {
  label: string;
  to: string;
  /** Address prefix of the entry's pages. */
  under: string;
  /** Matches only this address, and none below it. */
  isAlone?: boolean;
  Icon: ComponentType<{ fontSize?: "small" }>;
}

export interface MenuGroup {
  label: string | null;
  entries: MenuEntry[];
}

/** Reports whether an address is one of an entry's pages. */
export function isAt(pathname: string, { under, isAlone = false }: Pick<MenuEntry, "under" | "isAlone">): boolean {
  return pathname === under || (!isAlone && pathname.startsWith(`${under}/`));
}
