import { useLocation } from "react-router";
import { send } from "@/api";
import { browser, paths } from "@/navigation";

/** Pages on the way to an account: whoever signs in there goes on to what sent them there, which the server knows. */
const ON_THE_WAY: string[] = [
  paths.home,
  paths.sign_in,
  paths.sign_up,
  paths.password_new,
  paths.password_edit,
  paths.two_factor,
];

/** The sign-in page, which leads back to the page that is shown. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation();
  return ON_THE_WAY.includes(pathname) ? paths.sign_in : paths.signInFrom(pathname + search);
}

export async function signOut(): Promise<void> {
  const { redirect_to } = await send("DELETE", "/users/sign_out");
  // What one account typed, and how far down it read, is not the next one's.
  window.addEventListener("pagehide", () => window.sessionStorage.clear());
  browser.assign(redirect_to);
}
