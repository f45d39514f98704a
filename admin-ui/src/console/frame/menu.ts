import type { ComponentType } from "react";

export interface MenuEntry {
  label: string;
  to: string;
  /** The part of the address by which the entry's pages are known. */
  under: string;
  /** Only that very address, and none below it. */
  isAlone?: boolean;
  Icon: ComponentType<{ fontSize?: "small" }>;
}

export interface MenuGroup {
  label: string | null;
  entries: MenuEntry[];
}

/** Whether an address is one of an entry's pages. */
export function isAt(pathname: string, { under, isAlone = false }: Pick<MenuEntry, "under" | "isAlone">): boolean {
  return pathname === under || (!isAlone && pathname.startsWith(`${under}/`));
}
