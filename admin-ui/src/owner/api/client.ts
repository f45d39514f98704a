import { callsOver, pagesOver } from "@seki/shared/api";
import { rememberPage, request as consoleRequest } from "@/console/api";
import { restaurantOfWindow } from "./session";
import type { Page } from "./types";

/** The address of a call, with the restaurant of this window. */
export function inWindow(address: string): string {
  const slug = restaurantOfWindow();
  if (slug === undefined || /[?&](owners_)?restaurant_slug=/.test(address)) return address;
  return `${address}${address.includes("?") ? "&" : "?"}restaurant_slug=${encodeURIComponent(slug)}`;
}

/** A request about the restaurant of this window. */
export function request(address: string, init: RequestInit): Promise<Response> {
  return consoleRequest(inWindow(address), init);
}

export const send = callsOver(request);
export const fetchPage = pagesOver<Page>(request, rememberPage);
