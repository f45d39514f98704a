import { currentShell, useShell } from "@/console/api";
import type { RestaurantSession } from "@/console/api";

/** The session of the page. Only components of pages that ask for a session may use it. */
export function useSession(): RestaurantSession {
  const { session } = useShell();
  if (session === null) throw new Error("Nobody is signed in");
  return session;
}

/** `floor` is the service; `office` settings, announcements, tables to take along, invoices and staff. */
export type RightsSection = "floor" | "office";

/** Whether a log-in may change what a section of the console shows. The server decides; the buttons follow. */
export function mayWrite(role: RestaurantSession["role"] | undefined, section: RightsSection): boolean {
  return role !== "read_only" && (role !== "floor" || section === "floor");
}

export function useMayWrite(section: RightsSection): boolean {
  return mayWrite(useShell().session?.role, section);
}

/** Whether a log-in sees the office's pages. */
export function isOwnerOrAdmin(role: RestaurantSession["role"] | undefined): boolean {
  return role !== "floor";
}

/**
 * Which restaurant this window looks at. With several, every call names it, so that a second window at another
 * restaurant changes nothing here.
 */
export function restaurantOfWindow(): string | undefined {
  const session = currentShell()?.session;
  return session && session.restaurants.length > 1 ? session.restaurant.slug : undefined;
}
