import { currentShell, useShell } from "@/console/api";
import type { RestaurantSession } from "@/console/api";

/** Who is signed in; only for what is shown to somebody who is. */
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
