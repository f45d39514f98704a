import type { HeaderUser, SiteConfig } from "@/api";
import { paths } from "@/navigation";

export type MenuKey =
  | "gold"
  | "gold_rounds"
  | "mall"
  | "inbound"
  | "invitations"
  | "reservations"
  | "favorites"
  | "raffles"
  | "premium_join"
  | "premium"
  | "ohc"
  | "premium_calendar"
  | "account"
  | "email"
  | "help";

export interface MenuItem {
  key: MenuKey;
  to: string;
}

/** The signed-in menu in its order; what is absent is not for this diner, or has no address here. */
export function signedInMenu(user: HeaderUser, links: SiteConfig["links"], month: number): MenuItem[] {
  const items: [boolean, MenuKey, string | null][] = [
    [user.is_gold_invited && !user.is_agent, "gold", links.gold],
    [user.is_gold && !user.is_agent, "gold_rounds", "/users/gold/gold_rounds"],
    [true, "mall", links.mall],
    [true, "inbound", links.inbound],
    [user.has_invitations, "invitations", "/users/invited_reservations"],
    [true, "reservations", paths.upcoming_reservations],
    [true, "favorites", paths.customers],
    [true, "raffles", links.raffles],
    [!user.is_premium, "premium_join", links.premium],
    [user.is_premium, "premium", "/users/premium"],
    [user.is_ohc, "ohc", "/ohc"],
    [user.is_premium, "premium_calendar", `/users/premium/calendar/${month}`],
    [true, "account", paths.profile],
    [true, "email", links.email],
    [true, "help", links.help],
  ];
  return items.flatMap(([shown, key, to]) => (shown && to !== null ? [{ key, to }] : []));
}
