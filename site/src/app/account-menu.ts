import { useLocation } from "react-router";
import { send } from "@/api";
import { browser, paths } from "@/navigation";

/**
 * Pages of the sign-in flow. A diner who signs in there continues to their original target, which the server stores.
 */
const SIGN_IN_FLOW_PATHS: string[] = [
  paths.home,
  paths.sign_in,
  paths.sign_up,
  paths.password_new,
  paths.password_edit,
  paths.two_factor,
];

/** Returns the address of the sign-in page, which returns to the current page. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation();
  return SIGN_IN_FLOW_PATHS.includes(pathname) ? paths.sign_in : paths.signInFrom(pathname + search);
}

export async function signOut(): Promise<void> {
  const { redirect_to } = await send("DELETE", "/users/sign_out");
  // Drafts and scroll positions of one account must not appear in another.
  window.addEventListener("pagehide", () => window.sessionStorage.clear());
  browser.assign(redirect_to);
}
