import { currentShell, useShell } from "@/console/api";
import type { RestaurantSession } from "@/console/api";

/** Returns the session of the page. Only components of pages that need a session may use it. */
export function useSession(): RestaurantSession {
  const { session } = useShell();
  if (session === null) throw new Error("The page has no session");
  return session;
}

/** `floor` covers the service; `office` covers settings, announcements, exports, invoices and staff. */
export type RightsSection = "floor" | "office";

/** Reports whether a role may change data of a section. The server decides; the buttons follow. */
export function mayWrite(role: RestaurantSession["role"] | undefined, section: RightsSection): boolean {
  return role !== "read_only" && (role !== "floor" || section === "floor");
}

export function useMayWrite(section: RightsSection): boolean {
  return mayWrite(useShell().session?.role, section);
}

/** Reports whether a role has management permission, which shows the pages of the `office` section. */
export function isOwnerOrAdmin(role: RestaurantSession["role"] | undefined): boolean {
  return role !== "floor";
}

/** Reports whether a role may export guests' data to a file. */
export function mayExport(role: RestaurantSession["role"] | undefined): boolean {
  return role === "owner" || role === "staff";
}

/**
 * Returns the restaurant that each call of this window names; undefined for staff of a single restaurant. It keeps a
 * second window at another restaurant from changing this one.
 */
export function restaurantOfWindow(): string | undefined {
  const session = currentShell()?.session;
  return session && session.restaurants.length > 1 ? session.restaurant.slug : undefined;
}
