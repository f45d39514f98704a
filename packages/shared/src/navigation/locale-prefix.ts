import type { Locale } from "../api/types";

const PREFIX = /^\/(ja|en)(?=\/|$)/;

export function localePrefixOf(pathname: string): string {
  return PREFIX.exec(pathname)?.[0] ?? "";
}

export function withoutLocalePrefix(pathname: string): string {
  return pathname.replace(PREFIX, "").replace(/^\/+/, "/") || "/";
}

/**
 * Returns the address of the same page in another language: swaps the first segment, or sets the query if there is no
 * locale.
 */
export function addressInLocale(address: URL, locale: Locale): string {
  const next = new URL(address);
  if (localePrefixOf(next.pathname) !== "") {
    next.pathname = next.pathname.replace(PREFIX, `/${locale}`);
    next.searchParams.delete("locale");
  } else {
    next.searchParams.set("locale", locale);
  }
  // The whole address, because a path that begins with two slashes would name another host.
  return next.href;
}
