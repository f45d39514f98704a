import { useShell } from "@/admin/api";

/**
 * Whether the browser has a session of staff at the restaurant. Without it, the owners' pages lead to the owners'
 * sign-in.
 */
export function useOwnerPages(slug: string): boolean {
  return useShell().session?.restaurants.some((restaurant) => restaurant.slug === slug) ?? false;
}
