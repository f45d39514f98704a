import { send, serverNow, useSession, useSiteConfig } from "@/api";
import { TOKYO, dateInZone } from "@seki/shared/civil-time";
import { browser } from "@/navigation";
import { signedInMenu } from "./menu";
import type { MenuItem } from "./menu";

export function useMenu(): MenuItem[] {
  const { user } = useSession();
  const { links } = useSiteConfig();
  if (!user) return [];
  return signedInMenu(user, links, Number(dateInZone(serverNow(), TOKYO).slice(5, 7)));
}

export async function signOut(): Promise<void> {
  const { redirect_to } = await send("DELETE", "/users/sign_out");
  browser.assign(redirect_to);
}
