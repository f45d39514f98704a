import { currentShell, useShell } from "@/console/api";
import type { RestaurantSession } from "@/console/api";

/** The session of the page. Only components of pages that ask for a session may use it. */
export function useSession(): RestaurantSession {
  const { session } = useShell();
  if (session === null) throw new Error("Nobody is signed in");
  return session;
}

/**
 * Which restaurant this window looks at. With several, every call names it, so that a second window at another
 * restaurant changes nothing here.
 */
export function restaurantOfWindow(): string | undefined {
  const session = currentShell()?.session;
  return session && session.restaurants.length > 1 ? session.restaurant.slug : undefined;
}
