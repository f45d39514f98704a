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

/** The signed-in menu in its order; what is absent is not for this diner. */
export function signedInMenu(user: HeaderUser, links: SiteConfig["links"], month: number): MenuItem[] {
  const items: [boolean, MenuKey, string][] = [
    [user.is_gold_invited && !user.is_agent, "gold", "/gold"],
    [user.is_gold && !user.is_agent, "gold_rounds", "/users/gold/gold_rounds"],
    [links.mall !== null, "mall", links.mall ?? ""],
    [links.inbound !== null, "inbound", links.inbound ?? ""],
    [user.has_invitations, "invitations", "/users/invited_reservations"],
    [true, "reservations", paths.upcoming_reservations],
    [true, "favorites", paths.customers],
    [true, "raffles", "/users/preferred"],
    [!user.is_premium, "premium_join", "/premium/green"],
    [user.is_premium, "premium", "/users/premium"],
    [user.is_ohc, "ohc", "/ohc"],
    [user.is_premium, "premium_calendar", `/users/premium/calendar/${month}`],
    [true, "account", paths.profile],
    [true, "email", "/users/profile/account/email/edit"],
    [true, "help", links.help],
  ];
  return items.filter(([shown]) => shown).map(([, key, to]) => ({ key, to }));
}
