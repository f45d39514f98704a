import type { AuthProvider } from "ra-core";
import { browser, send } from "@/api";
import type { OfficeSession } from "@/api";

export async function signOut(): Promise<void> {
  const { redirect_to } = await send("DELETE", "/owners/sign_out");
  browser.assign(redirect_to);
}

/** Who may come in is the server's business: a page is only there for somebody who is signed in. */
export function officeAuthProvider(session: () => OfficeSession | null): AuthProvider {
  return {
    login: () => Promise.resolve(),
    logout: async () => {
      await signOut();
      return false;
    },
    checkAuth: () => Promise.resolve(),
    checkError: () => Promise.resolve(),
    getIdentity: () => Promise.resolve({ id: session()?.email ?? "", fullName: session()?.nickname ?? "" }),
    canAccess: () => Promise.resolve(true),
  };
}
